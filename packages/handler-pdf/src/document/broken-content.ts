import { inflateRawSync } from "node:zlib";
import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine.ts";
import { mapArray, textAt } from "./pdf-objects.ts";

/** Streams that the content of a page is spread over. */
const maxStreams = 1000;

/** What inflates to more is sound as far as anybody reads it. */
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
    if (!contents.isArray()) return isBroken(contents);
    return mapArray(contents, maxStreams, isBroken).includes(true);
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    countEngineFailure(error);
    return true;
  } finally {
    contents.destroy();
    object.destroy();
  }
}

function isBroken(stream: PDFObject): boolean {
  // What is referred to and is nowhere is lost.
  if (!stream.isStream()) return stream.isIndirect();
  if (filterOf(stream) !== "FlateDecode") return false;
  const raw = stream.readRawStream();
  try {
    return cannotInflate(raw.asUint8Array());
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

function cannotInflate(bytes: Uint8Array): boolean {
  try {
    inflateRawSync(bytes.subarray(zlibHeaderBytes), { maxOutputLength: maxContentBytes });
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && damage.has(error.code);
  }
}
