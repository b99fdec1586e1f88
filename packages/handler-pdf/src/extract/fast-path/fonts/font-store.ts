import type { PDFDocument, PDFObject } from "mupdf";
import { textAt, withObject } from "../../../engine/pdf-objects.ts";
import { AskedFont } from "./asked-font.ts";

/** Fonts that may take half a megabyte each; hostile documents have more of those that take that much. */
const maxDenseFonts = 64;

/** The fonts of one document by their objects, and the objects by their fonts. */
export class FontStore {
  readonly #document: PDFDocument;
  readonly #byNumber = new Map<number, AskedFont | FontRefusal>();
  readonly #byContent = new Map<string, AskedFont | FontRefusal>();
  readonly #sources = new Map<AskedFont, PDFObject>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** The font with the number of an object. Throws what the engine throws. */
  numbered(number: number): AskedFont | FontRefusal {
    const known = this.#byNumber.get(number);
    if (known !== undefined) return known;
    const font = this.#opened(this.#document.newIndirect(number));
    this.#byNumber.set(number, font);
    return font;
  }

  /** A font that stands in place. Throws what the engine throws. */
  direct(object: PDFObject): AskedFont | FontRefusal {
    const content = object.toString(true);
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    const font = this.#opened(object.resolve());
    this.#byContent.set(content, font);
    return font;
  }

  /** The object of a font of this document. */
  sourceOf(font: AskedFont): PDFObject | undefined {
    return this.#sources.get(font);
  }

  /** Frees all objects. */
  end(): void {
    for (const source of this.#sources.values()) source.destroy();
    this.#sources.clear();
    this.#byNumber.clear();
    this.#byContent.clear();
  }

  #opened(source: PDFObject): AskedFont | FontRefusal {
    const font = fontOf(source, this.#sources.size < maxDenseFonts);
    const isKept = typeof font === "object" && !this.#sources.has(font);
    if (isKept) this.#sources.set(font, source);
    else source.destroy();
    return font;
  }
}

function fontOf(source: PDFObject, mayBeDense: boolean): AskedFont | FontRefusal {
  const bytes = codeBytesOf(source);
  if (typeof bytes === "string") return bytes;
  const content = bytes === 1 && textAt(source, "Subtype") !== "Type3" ? contentOf(source) : undefined;
  return content === undefined ? new AskedFont(bytes, mayBeDense) : sharedFont(content);
}

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
function codeBytesOf(font: PDFObject): 1 | 2 | FontRefusal {
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

/** What may be in objects of their own, without any more such. */
const innerKeys = ["Encoding", "Widths", "FontDescriptor"];

/**
 * What a font without a file is told apart by, in all documents; `undefined` where what it shows is decided by objects that
 * are too many or too large to be written down, such as a file. Throws what the engine throws.
 */
function contentOf(font: PDFObject): string | undefined {
  const own = resolvedText(font).replace(/\/(?:Encoding|Widths|FontDescriptor) \d+ 0 R/gu, "");
  const parts = [own, ...innerKeys.map((key) => withObject(font, [key], resolvedText) ?? "")];
  return parts.some((part) => /\d \d+ R/u.test(part)) ? undefined : parts.join("\n");
}

function resolvedText(value: PDFObject): string {
  const resolved = value.resolve();
  try {
    return resolved.toString(true);
  } finally {
    resolved.destroy();
  }
}

/** Fonts without a file of their own, such as the fourteen of all readers: each says the same in all documents. */
const shared = new Map<string, AskedFont>();

/** A document of many parts has some dozens of these; each takes 20 KB at most. */
const maxSharedFonts = 100;

/** Longer ones are no honest dictionaries of a font without a file. */
const maxContentChars = 10_000;

/** The font that is told apart by its content, as this process knows it. */
function sharedFont(content: string): AskedFont {
  if (content.length > maxContentChars) return new AskedFont(1);
  const font = shared.get(content) ?? new AskedFont(1);
  // What was asked for last is forgotten last.
  shared.delete(content);
  shared.set(content, font);
  const [oldest] = shared.keys();
  if (shared.size > maxSharedFonts && oldest !== undefined) shared.delete(oldest);
  return font;
}

/** A font that one document could not be asked about may be sound in the next. */
export function forgetSharedFont(font: AskedFont): void {
  for (const [content, each] of shared) if (each === font) shared.delete(content);
}
