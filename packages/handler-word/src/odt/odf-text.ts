import { isPlainMonospaced, type Recording } from "@reader/document/builder";
import { withoutPrivateSymbols } from "@reader/document/content";
import type { OdfFormat } from "@reader/office-kit/odf";
import type { HeldItem, OdfReader, OpenParagraph } from "./odf-reader.ts";

/** Writes the text of an element with whitespace collapsed (ODF 1.2, 6.1.2). */
export function writeOdfText(reader: OdfReader, characters: string): void {
  if (reader.skipped > 0) return;
  if (reader.capture !== undefined) {
    reader.capture.push(characters);
    return;
  }
  if (reader.paragraphs.length > 0) writeShown(reader, characters.replace(/[ \t\r\n]+/g, " "));
}

/** Writes text to the open paragraph as it is. */
export function writeShown(reader: OdfReader, text: string): void {
  const paragraph = reader.paragraphs.at(-1);
  if (paragraph === undefined || text === "") return;
  const format = formatNow(reader);
  if (holds(paragraph, text, format)) return;
  if (!paragraph.isStarted && text.trim() === "" && paragraph.style.isCode !== true) return;
  startPending(reader, paragraph);
  if (format.isHidden === true && text.trim() !== "") reader.builder.hiddenCount += 1;
  reader.builder.write(withoutPrivateSymbols(text, format.symbolFont), format);
}

/** Holds text that may be code. Returns false for other text. */
function holds({ held }: OpenParagraph, text: string, format: OdfFormat): boolean {
  if (held === undefined || !(text.trim() === "" || isPlainMonospaced(format))) return false;
  held.push({ text, format });
  return true;
}

/** Starts the open paragraph in the document builder unless that was done before. */
export function startPending(reader: OdfReader, paragraph: OpenParagraph | undefined): void {
  if (paragraph === undefined || paragraph.isStarted) return;
  paragraph.isStarted = true;
  reader.blanksAfterCode = undefined;
  reader.builder.startParagraph(paragraph.style);
  const held = paragraph.held ?? [];
  paragraph.held = undefined;
  // Like in other paragraphs, whitespace does not start the text.
  const first = held.findIndex((item) => item === "break" || item.text.trim() !== "");
  if (first >= 0) for (const item of held.slice(first)) writeItem(reader, item);
}

function writeItem({ builder }: OdfReader, item: HeldItem): void {
  if (item === "break") builder.lineBreak();
  else builder.write(withoutPrivateSymbols(item.text, item.format.symbolFont), item.format);
}

/** Breaks the line. */
export function breakLine(reader: OdfReader): void {
  const paragraph = reader.paragraphs.at(-1);
  if (paragraph?.held !== undefined) {
    paragraph.held.push("break");
    return;
  }
  startPending(reader, paragraph);
  reader.builder.lineBreak();
}

/** Writes a paragraph of which everything is held, as code. Blank ones are written only between two others. */
export function writeHeldCode(reader: OdfReader, { held = [] }: OpenParagraph): void {
  const { builder, blanksAfterCode } = reader;
  if (held.every((item) => item === "break" || item.text.trim() === "")) {
    if (blanksAfterCode !== undefined) reader.blanksAfterCode = blanksAfterCode + 1;
    return;
  }
  for (let blank = 0; blank < (blanksAfterCode ?? 0); blank += 1) builder.startParagraph({ isCode: true });
  builder.startParagraph({ isCode: true });
  for (const item of held) writeItem(reader, item);
  builder.endParagraph();
  reader.blanksAfterCode = 0;
}

/** Writes Markdown at the current place. */
export function writeMarkdown(reader: OdfReader, markdown: string): void {
  startPending(reader, reader.paragraphs.at(-1));
  reader.builder.raw(markdown, formatNow(reader));
}

/** Writes a recording after the open paragraph, or at once if no paragraph is open. */
export function writeAfterParagraph(reader: OdfReader, aside: Recording): void {
  const paragraph = reader.paragraphs.at(-1);
  if (paragraph === undefined) reader.builder.writeRecording(aside);
  else paragraph.trailing.push(aside);
}

/** Returns the current text format. */
export function formatNow({ formats, insertions, deletions, hiddenSections }: OdfReader): OdfFormat {
  const format = formats.at(-1) ?? {};
  const isHidden = format.isHidden === true || hiddenSections.at(-1) === true;
  if (insertions.size + deletions.size === 0 && !isHidden) return format;
  return { ...format, isHidden, isInserted: insertions.size > 0, isDeleted: deletions.size > 0 };
}

/** Starts collecting the text of an element. */
export function startCapture(reader: OdfReader): void {
  reader.capture = [];
}

/** Stops collecting and returns the text. */
export function endCapture(reader: OdfReader): string {
  const text = (reader.capture ?? []).join("");
  reader.capture = undefined;
  return text;
}
