import { quoted, inlineMark } from "@reader/core/handler";
import type { PDFAnnotation, PDFPage } from "mupdf";
import { oneLine } from "../engine/one-line.ts";
import { mapArray, textAt, withObject } from "../engine/pdf-objects.ts";
import { countEngineFailure } from "../engine/engine.ts";

/** Kinds of annotations that hold no words of a reader's own. */
const silentTypes: ReadonlySet<string> = new Set(["Link", "Widget", "Popup", "PrinterMark", "TrapNet", "Watermark"]);

const kindWords: Readonly<Record<string, string>> = {
  Text: "comment",
  FreeText: "text box",
  StrikeOut: "strike-out",
  FileAttachment: "attachment",
  PolyLine: "line",
  Redact: "redaction mark",
  RichMedia: "media",
  "3D": "3D model",
};

const maxAnnotationsOfPage = 1000;
const maxCommentCharacters = 5000;

/**
 * What readers wrote on a page, a line each: `[comment · Ada · 2024-01-31: Is this right?]`. Marks without words of
 * their own are left out; the page's picture shows them.
 */
export function readComments(page: PDFPage): readonly string[] {
  // Most pages have none, and loading them costs more than looking.
  if (!mayHaveComments(page)) return [];
  const annotations = page.getAnnotations().slice(0, maxAnnotationsOfPage);
  return annotations.flatMap((annotation) => commentOf(annotation) ?? []);
}

function mayHaveComments(page: PDFPage): boolean {
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
    const words = silentTypes.has(type) ? "" : wordsOf(annotation, type);
    if (words === "") return undefined;
    const author = annotation.hasAuthor() ? oneLine(annotation.getAuthor()) : "";
    const kind = kindWords[type] ?? type.toLowerCase();
    return inlineMark(kind, [author], words);
  } catch (error) {
    countEngineFailure(error);
    return undefined;
  }
}

function wordsOf(annotation: PDFAnnotation, type: string): string {
  const contents = oneLine(annotation.getContents(), maxCommentCharacters);
  if (type === "FileAttachment") return attachmentWords(fileNameOf(annotation), contents);
  return contents === "" && type === "FreeText" ? shownWords(annotation) : contents;
}

/** Nothing else on the page says how to get at the file; the notice of a read knows only those of the whole document. */
function attachmentWords(name: string, contents: string): string {
  return [name, contents, "select it to read it"].filter((part) => part !== "").join(" · ");
}

/** A text box shows words even where it holds none as contents. */
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
    return quoted(oneLine(textAt(object, "FS", "UF") ?? textAt(object, "FS", "F") ?? ""));
  } finally {
    object.destroy();
  }
}
