import type { RunFormat, Recording } from "@reader/document/builder";
import type { OdfReader, OpenParagraph } from "./odf-reader.ts";

/** Text of an element; white space is what ODF 1.2, 6.1.2 makes of it. */
export function writeOdfText(reader: OdfReader, characters: string): void {
  if (reader.skipped > 0) return;
  if (reader.capture !== undefined) {
    reader.capture.push(characters);
    return;
  }
  if (reader.paragraphs.length > 0) writeShown(reader, characters.replace(/[ \t\r\n]+/g, " "));
}

/** Text of the open paragraph, as it is. */
export function writeShown(reader: OdfReader, text: string): void {
  const paragraph = reader.paragraphs.at(-1);
  if (paragraph === undefined || text === "") return;
  if (!paragraph.isStarted && text.trim() === "" && paragraph.style.isCode !== true) return;
  startPending(reader, paragraph);
  const format = formatNow(reader);
  if (format.isHidden === true && text.trim() !== "") reader.flow.hiddenCount += 1;
  reader.flow.write(text, format);
}

/** Tells the open paragraph to the flow, if that was not done yet. */
export function startPending(reader: OdfReader, paragraph: OpenParagraph | undefined): void {
  if (paragraph === undefined || paragraph.isStarted) return;
  paragraph.isStarted = true;
  reader.flow.startParagraph(paragraph.style);
}

/** Words that are Markdown already, at the place where the text stands. */
export function writeMarkdown(reader: OdfReader, markdown: string): void {
  startPending(reader, reader.paragraphs.at(-1));
  reader.flow.raw(markdown, formatNow(reader));
}

/** Tells something behind the open paragraph, or here where none is open. */
export function tellBehind(reader: OdfReader, aside: Recording): void {
  const paragraph = reader.paragraphs.at(-1);
  if (paragraph === undefined) reader.flow.tell(aside);
  else paragraph.behind.push(aside);
}

/** How the text looks that comes now. */
function formatNow({ formats, insertions, hiddenSections }: OdfReader): RunFormat {
  const format = formats.at(-1) ?? {};
  const isHidden = format.isHidden === true || hiddenSections.at(-1) === true;
  if (insertions.size === 0 && !isHidden) return format;
  return { ...format, isHidden, isInserted: insertions.size > 0 };
}

/** Collects the text of an element; gives what ends that. */
export function startCapture(reader: OdfReader): void {
  reader.capture = [];
}

/** Ends the collecting, and gives the text. */
export function endCapture(reader: OdfReader): string {
  const text = (reader.capture ?? []).join("");
  reader.capture = undefined;
  return text;
}
