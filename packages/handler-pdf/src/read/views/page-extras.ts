import { inlineMark } from "@reader/core/render";
import { oneLine } from "@reader/pdf-pages/document";
import { kindLabels, linesOf, silentTypes } from "@reader/pdf-pages/read";
import type { PDFAnnotation, PDFPage } from "mupdf";
import { countEngineFailure } from "../../engine/engine.ts";
import { hasAnnotations, mapArray, textAt, withObject } from "../../engine/pdf-objects.ts";

/** Returns form fields and comments of a page, as sections after its text. */
export async function pageExtras(page: PDFPage, hasForm: boolean): Promise<readonly string[]> {
  const fields = hasForm ? (await import("../../document/filled-fields.ts")).readPageFields(page) : [];
  const comments = readComments(page);
  return [fields.length === 0 ? "" : linesOf(["Form fields:", ...fields]), linesOf(comments)];
}

const maxAnnotationsOfPage = 1000;
const maxCommentCharacters = 5000;

/**
 * Returns the comments on a page, one line each: `[comment · Ada · 2024-01-31: Is this right?]`. Skips annotations
 * without text, which the image of the page shows.
 */
function readComments(page: PDFPage): readonly string[] {
  // Most pages have none, and loading annotations costs more than this check.
  if (!mayHaveComments(page)) return [];
  const annotations = page.getAnnotations().slice(0, maxAnnotationsOfPage);
  return annotations.flatMap((annotation) => commentOf(annotation) ?? []);
}

function mayHaveComments(page: PDFPage): boolean {
  if (!hasAnnotations(page)) return false;
  const object = page.getObject();
  try {
    const isSpoken = withObject(object, ["Annots"], (list) =>
      mapArray(list, maxAnnotationsOfPage, (entry) => !silentTypes.has(textAt(entry, "Subtype") ?? "Link")),
    );
    return isSpoken?.includes(true) ?? false;
  } finally {
    object.destroy();
  }
}

function commentOf(annotation: PDFAnnotation): string | undefined {
  try {
    const type = annotation.getType();
    const words = silentTypes.has(type) ? [] : wordsOf(annotation, type).filter((each) => each !== "");
    if (words.length === 0) return undefined;
    const author = annotation.hasAuthor() ? oneLine(annotation.getAuthor()) : "";
    const kind = kindLabels[type] ?? type.toLowerCase();
    return inlineMark(kind, [author], words);
  } catch (error) {
    countEngineFailure(error);
    return undefined;
  }
}

function wordsOf(annotation: PDFAnnotation, type: string): readonly string[] {
  const contents = oneLine(annotation.getContents(), maxCommentCharacters);
  // Only this line says how to read the file. The notice of a read lists only the files of the whole document.
  if (type === "FileAttachment") return [fileNameOf(annotation), contents, "select it to read it"];
  return [contents === "" && type === "FreeText" ? shownWords(annotation) : contents];
}

/** A text box shows text even if its contents are empty. */
function shownWords(annotation: PDFAnnotation): string {
  const list = annotation.toDisplayList();
  try {
    const text = list.toStructuredText("");
    try {
      return oneLine(text.asText(), maxCommentCharacters);
    } finally {
      text.destroy();
    }
  } finally {
    list.destroy();
  }
}

function fileNameOf(annotation: PDFAnnotation): string {
  const object = annotation.getObject();
  try {
    return oneLine(textAt(object, "FS", "UF") ?? textAt(object, "FS", "F") ?? "");
  } finally {
    object.destroy();
  }
}
