import { inflateRawSync } from "node:zlib";
import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import { mapArray, textAt, withObject } from "../engine/pdf-objects.ts";

/** Streams that the content of a page is spread over. */
const maxStreams = 1000;

/** What comes after so many bytes is sound as far as anybody reads it. */
const maxContentBytes = 16 * 1024 * 1024;

/** What Node says of deflated data that is damaged, and of data that breaks off. */
const damage: ReadonlySet<unknown> = new Set(["Z_DATA_ERROR", "Z_BUF_ERROR"]);

/**
 * Whether some of the content of a page is not in the file any more, or cannot be unpacked to its end: the engine draws what
 * comes before, and takes a page of which nothing is left for an empty one.
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

/** What all streams of a page may yet inflate to. */
interface Budget {
  bytes: number;
}

function isBroken(stream: PDFObject, budget: Budget): boolean {
  // What is referred to and is nowhere is lost.
  if (!stream.isStream()) return stream.isIndirect();
  if (budget.bytes <= 0 || filterOf(stream) !== "FlateDecode") return false;
  const raw = stream.readRawStream();
  try {
    return cannotInflate(raw.asUint8Array(), budget);
  } finally {
    raw.destroy();
  }
}

/** The first filter is the one whose data is in the file. */
function filterOf(stream: PDFObject): string | undefined {
  return textAt(stream, "Filter") ?? textAt(stream, "Filter", 0);
}

/** Two bytes before the deflated data; the sum behind it says nothing, as broken writers get it wrong. */
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
 * Whether a font of a page is not in the file, and its codes mean nothing without it: another font draws other
 * characters than were written, so that neither the text nor the picture of the page can be believed. A font that the
 * file only names, with codes that are known, is none of these.
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

/** A collection of glyphs that has a name, such as that of Japanese, is known to every viewer. */
function isWhole(descendant: PDFObject): boolean {
  const ordering = textAt(descendant, "CIDSystemInfo", "Ordering") ?? "Identity";
  return ordering !== "Identity" || programs.some((name) => hasStream(descendant, name));
}

/** What is referred to may be missing itself. */
function hasStream(descendant: PDFObject, name: string): boolean {
  return withObject(descendant, ["FontDescriptor", name], (program) => program.isStream()) ?? false;
}
