import { inflateRawSync } from "node:zlib";
import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { mapArray, textAt, withObject } from "../../engine/pdf-objects.ts";

/** Maximum number of content streams of a page. */
const maxStreams = 1000;

/** Content after this many bytes is assumed to be sound. */
const maxContentBytes = 16 * 1024 * 1024;

/** Node's error codes for damaged and truncated deflate data. */
const damage: ReadonlySet<unknown> = new Set(["Z_DATA_ERROR", "Z_BUF_ERROR"]);

/**
 * True if some content of a page is missing from the file or cannot be fully decompressed. The engine draws what comes
 * before, and treats a page without content as blank.
 */
export function hasBrokenContent(page: PDFPage): boolean {
  const object = page.getObject();
  const contents = object.get("Contents");
  try {
    const budget = { bytes: maxContentBytes };
    if (!contents.isArray()) return isBroken(contents, budget);
    return mapArray(contents, maxStreams, (stream) => isBroken(stream, budget)).includes(true);
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    countEngineFailure(error);
    return true;
  } finally {
    contents.destroy();
    object.destroy();
  }
}

/** How much all streams of a page may still inflate to. */
interface Budget {
  bytes: number;
}

function isBroken(stream: PDFObject, budget: Budget): boolean {
  // A reference to a missing object is lost content.
  if (!stream.isStream()) return stream.isIndirect();
  if (budget.bytes <= 0 || filterOf(stream) !== "FlateDecode") return false;
  const raw = stream.readRawStream();
  try {
    return cannotInflate(raw.asUint8Array(), budget);
  } finally {
    raw.destroy();
  }
}

/** The first filter encodes the data in the file. */
function filterOf(stream: PDFObject): string | undefined {
  return textAt(stream, "Filter") ?? textAt(stream, "Filter", 0);
}

/** Size of the header before the deflated data. The checksum is ignored, because faulty writers get it wrong. */
const zlibHeaderBytes = 2;

function cannotInflate(bytes: Uint8Array, budget: Budget): boolean {
  try {
    const content = inflateRawSync(bytes.subarray(zlibHeaderBytes), { maxOutputLength: budget.bytes });
    budget.bytes -= content.length;
    return false;
  } catch (error) {
    budget.bytes = 0;
    return error instanceof Error && "code" in error && damage.has(error.code);
  }
}

const programs = ["FontFile", "FontFile2", "FontFile3"];

/**
 * True if a font is not embedded and its codes are meaningless without it: a substitute font shows the wrong
 * characters, so neither the text nor the image of the page is reliable. Fonts with known codes that are only named do
 * not count.
 */
export function hasLostFonts(page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const resources = object.getInheritable("Resources");
    try {
      return withObject(resources, ["Font"], anyIsLost) ?? false;
    } finally {
      resources.destroy();
    }
  } catch (error) {
    countEngineFailure(error);
    return false;
  } finally {
    object.destroy();
  }
}

function anyIsLost(fonts: PDFObject): boolean {
  let isLost = false;
  fonts.forEach((font) => {
    isLost ||= isLostFont(font);
    font.destroy();
  });
  return isLost;
}

function isLostFont(font: PDFObject): boolean {
  const isThere = withObject(font, ["Subtype"], () => true) ?? false;
  if (!isThere) return true;
  if (textAt(font, "Subtype") !== "Type0" || !(textAt(font, "Encoding") ?? "").startsWith("Identity")) return false;
  return !(withObject(font, ["DescendantFonts", 0], isWhole) ?? false);
}

/** A named glyph collection, such as that of Japanese, is known to every viewer. */
function isWhole(descendant: PDFObject): boolean {
  const ordering = textAt(descendant, "CIDSystemInfo", "Ordering") ?? "Identity";
  return ordering !== "Identity" || programs.some((name) => hasStream(descendant, name));
}

/** The referenced object may be missing. */
function hasStream(descendant: PDFObject, name: string): boolean {
  return withObject(descendant, ["FontDescriptor", name], (program) => program.isStream()) ?? false;
}
