import type { ParagraphStyle, RunFormat } from "@reader/document/builder";
import type { XmlAttributes } from "@reader/office-kit/xml";
import { headingOfStyle, isCodeParagraph, isQuoteParagraph } from "@reader/office-kit/odf";
import { captured, type ElementActions } from "./element-action.ts";
import type { OdfReader } from "./odf-reader.ts";
import { startPending, writeShown } from "./odf-text.ts";

function openParagraph(reader: OdfReader, attributes: XmlAttributes, heading: number | undefined): void {
  const name = attributes["text:style-name"] ?? "";
  const style = styleOf(reader, { name, heading, isNumbered: attributes["text:is-list-header"] !== "true" });
  const format = reader.styles.formatOf("paragraph", name);
  // Headings stand out anyway.
  reader.formats.push(style.heading === undefined ? format : { isHidden: format.isHidden });
  reader.paragraphs.push({ style, isStarted: false, behind: [] });
}

/** OpenOffice 1 had another name for it. */
function levelOf(attributes: XmlAttributes): number {
  return Number(attributes["text:outline-level"] ?? attributes["text:level"] ?? "1") || 1;
}

interface ParagraphFacts {
  readonly name: string;
  readonly heading: number | undefined;
  readonly isNumbered: boolean;
}

function styleOf({ styles, lists }: OdfReader, { name, heading, isNumbered }: ParagraphFacts): ParagraphStyle {
  const level = heading ?? headingOfStyle(styles, name);
  const listStyle = styles.find({ family: "paragraph", name }, (style) => style.listStyle);
  const item = isNumbered ? lists.itemOf(listStyle) : undefined;
  if (level === undefined) {
    return { list: item, isCode: isCodeParagraph(styles, name), isQuote: isQuoteParagraph(styles, name) };
  }
  const label = item?.label ?? (isNumbered && heading !== undefined ? lists.outlineLabel(level - 1) : "");
  return { heading: level, list: label === "" ? undefined : { level: 0, label } };
}

function closeParagraph(reader: OdfReader): void {
  const paragraph = reader.paragraphs.pop();
  reader.formats.pop();
  if (paragraph === undefined) return;
  if (paragraph.style.isCode === true) startPending(reader, paragraph);
  if (paragraph.isStarted) reader.flow.endParagraph();
  for (const aside of paragraph.behind) reader.flow.tell(aside);
}

function pushFormat(reader: OdfReader, change: RunFormat): void {
  reader.formats.push({ ...reader.formats.at(-1), ...change });
}

function popFormat({ formats }: OdfReader): void {
  formats.pop();
}

/** Spaces that are written as a number; more than a line holds are none. */
const maxSpaces = 400;

function openLink(reader: OdfReader, attributes: XmlAttributes): void {
  const address = attributes["xlink:href"] ?? "";
  pushFormat(reader, address === "" || address.startsWith("#") ? {} : { link: address });
}

/** Paragraphs, and what stands in them. */
export const paragraphElements: ElementActions = {
  "text:p": { open: (reader, attributes) => openParagraph(reader, attributes, undefined), close: closeParagraph },
  "text:h": {
    open: (reader, attributes) => openParagraph(reader, attributes, levelOf(attributes)),
    close: closeParagraph,
  },
  "text:span": {
    open: (reader, attributes) =>
      pushFormat(reader, reader.styles.formatOf("text", attributes["text:style-name"] ?? "")),
    close: popFormat,
  },
  "text:a": { open: openLink, close: popFormat },
  "draw:a": { open: openLink, close: popFormat },
  "text:s": {
    open: (reader, attributes) =>
      writeShown(reader, " ".repeat(Math.min(maxSpaces, Math.max(1, Number(attributes["text:c"] ?? "1") || 1)))),
  },
  "text:tab": { open: (reader) => writeShown(reader, "\t") },
  "text:tab-stop": { open: (reader) => writeShown(reader, "\t") },
  "text:line-break": {
    open(reader) {
      startPending(reader, reader.paragraphs.at(-1));
      reader.flow.lineBreak();
    },
  },
  "text:ruby-text": {
    open: (reader) => writeShown(reader, "("),
    close: (reader) => writeShown(reader, ")"),
  },
  "text:hidden-text": {
    open(reader, attributes) {
      pushFormat(reader, { isHidden: true });
      writeShown(reader, attributes["text:string-value"] ?? "");
    },
    close: popFormat,
  },
  "text:hidden-paragraph": {
    open: (reader, attributes) => {
      const top = reader.formats.at(-1);
      if (attributes["text:is-hidden"] === "true") reader.formats.splice(-1, 1, { ...top, isHidden: true });
    },
  },
  "text:list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:ordered-list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:unordered-list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:list-item": {
    open: (reader, attributes) => reader.lists.enterItem(attributes, "item"),
    close: (reader) => reader.lists.leaveItem(),
  },
  "text:list-header": {
    open: (reader, attributes) => reader.lists.enterItem(attributes, "header"),
    close: (reader) => reader.lists.leaveItem(),
  },
  "text:number": captured((reader, number) => reader.lists.setNumber(number.trim())),
};
