import { ownEntry } from "@reader/document/content";
import { childOf, childrenOf, textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import type { Content, Paragraph, Run, Story } from "../model/apple-document.ts";
import { plainText } from "../model/apple-document.ts";
import {
  createItemCounter,
  headingOfStyle,
  type ItemCounter,
  type ListLabel,
  numberLabel,
} from "../model/paragraph-styles.ts";
import { localName, type ParagraphStyles } from "./pruned-tree.ts";

/** What texts refer to. */
export interface StoryContext {
  readonly styles: ParagraphStyles;
  /** Comments on ranges of the text, by the identifier of the range. */
  readonly annotations: ReadonlyMap<string, XmlElement>;
  /** Reads a drawn object. `depth` is the number of texts around it. */
  contentsOf(element: XmlElement, depth: number): readonly Content[];
}

/** Maximum nesting of texts in texts. */
const maxDepth = 8;

/** Reads a text (`sf:text-storage`, or another element with its content). */
export function readStory(storage: XmlElement | undefined, context: StoryContext, depth = 0): Story {
  const body = childOf(storage, "sf:text-body");
  if (storage === undefined || body === undefined || depth > maxDepth) return { type: "story", paragraphs: [] };
  const reading: Reading = {
    context,
    depth,
    attachments: attachmentsIn(storage),
    notes: footnotesIn(storage, context, depth),
    counter: createItemCounter(),
    paragraphs: [],
    pages: [],
  };
  readBlocks(body, reading);
  return { type: "story", paragraphs: reading.paragraphs };
}

interface Reading {
  readonly context: StoryContext;
  readonly depth: number;
  readonly attachments: ReadonlyMap<string, XmlElement>;
  /** The footnotes of the text, in the order in which it refers to them. */
  readonly notes: Story[];
  readonly counter: ItemCounter;
  readonly paragraphs: Paragraph[];
  /** The pages that start before the next paragraph. */
  pages: Run[];
}

function attachmentsIn(storage: XmlElement): ReadonlyMap<string, XmlElement> {
  const all = childrenOf(childOf(storage, "sf:attachments"), "sf:attachment");
  return new Map(all.map((attachment) => [attachment.attributes["sfa:ID"] ?? "", attachment]));
}

/** A footnote is one or more paragraphs, of which the last ends with `sf:footnotebr`. */
function footnotesIn(storage: XmlElement, context: StoryContext, depth: number): Story[] {
  const inner = childOf(storage, "sf:footnotes", "sf:text-storage");
  if (inner === undefined) return [];
  const notes: Story[] = [];
  let open: Paragraph[] = [];
  const paragraphs = childrenOf(childOf(inner, "sf:text-body"), "sf:p");
  const stories = readStory(inner, context, depth + 1).paragraphs;
  for (const [at, paragraph] of stories.entries()) {
    open.push(paragraph);
    const element = paragraphs[at];
    if (element === undefined || !endsFootnote(element)) continue;
    notes.push({ type: "story", paragraphs: open });
    open = [];
  }
  return notes;
}

function endsFootnote(element: XmlElement): boolean {
  return element.children.some(
    (child) => typeof child !== "string" && (child.name === "sf:footnotebr" || endsFootnote(child)),
  );
}

/** Reads the paragraphs in an element: sections and layouts contain them. */
function readBlocks(parent: XmlElement, reading: Reading): void {
  for (const child of childrenOf(parent)) {
    if (child.name === "sf:p") readParagraph(child, reading);
    else if (child.name === "sf:page-start") reading.pages.push(pageRun(child));
    else readBlocks(child, reading);
  }
}

function pageRun({ attributes }: XmlElement): Run {
  return { type: "page", page: (Number.parseInt(attributes["sf:page-index"] ?? "0", 10) || 0) + 1 };
}

function readParagraph(element: XmlElement, reading: Reading): void {
  const runs = [...reading.pages.splice(0), ...runsOf(element.children, reading, undefined)];
  const { "sf:style": style, "sf:list-style": list, "sf:list-level": level } = element.attributes;
  const heading = headingOfStyle(reading.context.styles.nameOf(style));
  const item = heading === undefined ? listOf(reading, { list, level: Number(level ?? 0), runs }) : {};
  reading.paragraphs.push({ runs: withoutEndBreak(runs), ...(heading === undefined ? item : { heading }) });
}

/** The end of a paragraph is a line break. */
function withoutEndBreak(runs: readonly Run[]): readonly Run[] {
  const last = runs.at(-1);
  return last?.type === "text" && last.text === "\n" ? runs.slice(0, -1) : runs;
}

interface ItemFacts {
  readonly list: string | undefined;
  readonly level: number;
  readonly runs: readonly Run[];
}

/** Paragraphs of lists have a level from 1. What their label is follows from the name of the list style. */
function listOf({ counter, context }: Reading, { list, level, runs }: ItemFacts): Pick<Paragraph, "list"> {
  const name = context.styles.nameOf(list);
  if (!(level >= 1) || /^none$/i.test(name)) {
    counter.end();
    return {};
  }
  const isEmpty = runs.every((run) => run.type === "text" && run.text.trim() === "");
  return isEmpty ? {} : { list: { level: level - 1, label: counter.label(level - 1, labelFor(name)) } };
}

function labelFor(name: string): ListLabel {
  return /number|legal|harvard|letter/i.test(name) ? numberLabel(0) : { type: "bullet" };
}

function runsOf(nodes: readonly XmlNode[], reading: Reading, link: string | undefined): readonly Run[] {
  return nodes.flatMap((node) => (typeof node === "string" ? textRuns(node, link) : elementRuns(node, reading, link)));
}

function textRuns(text: string, link: string | undefined): readonly Run[] {
  return text === "" ? [] : [{ type: "text", text, ...(link === undefined ? {} : { link }) }];
}

type Link = string | undefined;

function elementRuns(element: XmlElement, reading: Reading, link: Link): readonly Run[] {
  const read = ownEntry(inlines, localName(element.name));
  return read === undefined ? runsOf(element.children, reading, link) : read(element, reading, link);
}

type RunReader = (element: XmlElement, reading: Reading, link: Link) => readonly Run[];

const lineBreak: RunReader = (_, __, link) => textRuns("\n", link);
const nothing: RunReader = () => [];

/** The readers of elements in a paragraph; the content of all others is read as if it stood there. */
const inlines: Readonly<Record<string, RunReader>> = {
  br: lineBreak,
  lnbr: lineBreak,
  contbr: lineBreak,
  footnotebr: lineBreak,
  tab: (_, __, link) => textRuns("\t", link),
  link: ({ attributes, children }, reading, link) =>
    runsOf(children, reading, attributes["href"] ?? attributes["sf:href"] ?? link),
  "page-start": (element) => [pageRun(element)],
  footnote: (_, { notes }) => noteRuns(notes.shift()),
  "annotation-field": ({ attributes, children }, reading, link) => [
    ...runsOf(children, reading, link),
    ...commentRuns(attributes["sfa:ID"] ?? "", reading),
  ],
  "attachment-ref": ({ attributes }, reading) =>
    contentRuns(reading.attachments.get(attributes["sfa:IDREF"] ?? ""), reading),
  attachment: (element, reading) => contentRuns(element, reading),
  "page-number": nothing,
  "page-count": nothing,
  "footnote-mark": nothing,
};

function noteRuns(story: Story | undefined): readonly Run[] {
  return story === undefined ? [] : [{ type: "note", story }];
}

function commentRuns(target: string, { context, depth }: Reading): readonly Run[] {
  const annotation = context.annotations.get(target);
  if (annotation === undefined) return [];
  const author = annotation.attributes["sf:author"] ?? textIn(childOf(annotation, "sf:author"));
  const text = plainText(readStory(childOf(annotation, "sf:text", "sf:text-storage"), context, depth + 1));
  return text === "" ? [] : [{ type: "comment", comment: { author, text } }];
}

function contentRuns(attachment: XmlElement | undefined, { context, depth }: Reading): readonly Run[] {
  const contents = attachment === undefined ? [] : context.contentsOf(attachment, depth + 1);
  return contents.length === 0 ? [] : [{ type: "content", contents }];
}
