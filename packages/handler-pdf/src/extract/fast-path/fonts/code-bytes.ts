import type { PDFObject } from "mupdf";
import { textAt, withObject } from "../../../engine/pdf-objects.ts";

/** Why a font cannot be had: `encoding` (codes of several lengths, or vertical writing), `damaged` (nothing that the format knows). */
export type FontRefusal = "encoding" | "damaged";

/** The predefined maps for horizontal writing in which each code has two bytes (ISO 32000-2, table 116); surrogates do not show. */
const twoByteMaps: ReadonlySet<string> = new Set(
  (
    "Identity-H GB-H GBT-H UniGB-UCS2-H UniGB-UTF16-H CNS1-H CNS2-H UniCNS-UCS2-H UniCNS-UTF16-H H Ext-H Add-H 78-H " +
    "UniJIS-UCS2-H UniJIS-UCS2-HW-H UniJIS-UTF16-H UniJIS2004-UTF16-H KSC-H UniKS-UCS2-H UniKS-UTF16-H"
  ).split(" "),
);

const simpleFonts: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3"]);

/** How many bytes a code of a font has, or why it cannot be had. Throws what the engine throws. */
export function codeBytesOf(font: PDFObject): 1 | 2 | FontRefusal {
  if (!font.isDictionary()) return "damaged";
  const subtype = textAt(font, "Subtype");
  if (subtype === undefined) return "damaged";
  if (simpleFonts.has(subtype)) return 1;
  return subtype === "Type0" ? (withObject(font, ["Encoding"], bytesOfMap) ?? "damaged") : "damaged";
}

function bytesOfMap(encoding: PDFObject): 1 | 2 | FontRefusal {
  if (encoding.isStream()) return bytesOfOwnMap(encoding);
  return encoding.isName() && twoByteMaps.has(encoding.asName()) ? 2 : "encoding";
}

/** A map that is in the document: stored bytes of a larger one are not worth a look. */
const maxMapBytes = 20_000;

const codeSpaces = /begincodespacerange([^g-z]*)endcodespacerange/giu;

/** Only a map is understood whose codes are all of one length; what is outside of their space, the engine does not show as one. */
function bytesOfOwnMap(stream: PDFObject): 1 | 2 | FontRefusal {
  const stored = withObject(stream, ["Length"], (length) => length.asNumber()) ?? 0;
  if (stored > maxMapBytes || (withObject(stream, ["UseCMap"], () => true) ?? false)) return "encoding";
  const content = stream.readStream();
  try {
    return bytesInMap(content.asString());
  } finally {
    content.destroy();
  }
}

function bytesInMap(map: string): 1 | 2 | FontRefusal {
  const ends = [...map.matchAll(codeSpaces)].flatMap(([, ranges = ""]) => ranges.match(/[0-9a-f]+/giu) ?? []);
  const lengths = new Set(ends.map((digits) => digits.length));
  const [digits] = lengths;
  if (lengths.size !== 1 || /usecmap/u.test(map)) return "encoding";
  if (digits === 2) return 1;
  return digits === 4 ? 2 : "encoding";
}
