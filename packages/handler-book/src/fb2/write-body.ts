import { leadsToFile } from "@reader/core/internal";
import type { DocumentBuilder, ParagraphStyle, RunFormat } from "@reader/document/builder";
import { textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import { address, type FictionBook, imageBytes, reference } from "./book.ts";

/** Writes the bodies of a book to a document builder. */
export interface BodyWriter {
  /** Writes the image of the cover. */
  cover(id: string | undefined): void;
  /** Writes a body, and pauses after each section. */
  body(body: XmlElement): Generator<void>;
  /** Writes the notes that the bodies before do not cite, and pauses after each. */
  otherNotes(): Generator<void>;
}

/** Creates the writer of the bodies of a book. */
export function createBodyWriter(book: FictionBook, builder: DocumentBuilder): BodyWriter {
  const state: State = { book, builder, cited: new Set(), isInNote: false };
  return {
    cover(id) {
      if (id !== undefined) writeImage(state, { id, alt: "cover" });
      builder.endParagraph();
    },
    *body(body) {
      const hasTitle = body.children.some((child) => typeof child !== "string" && child.name === "title");
      yield* writeSection(state, body, { level: 1, innerLevel: hasTitle ? 2 : 1 });
    },
    *otherNotes() {
      state.isInNote = true;
      for (const body of book.noteBodies) if (hasOtherNotes(state, body)) yield* writeOtherNotes(state, body);
      state.isInNote = false;
    },
  };
}

interface State {
  readonly book: FictionBook;
  readonly builder: DocumentBuilder;
  /** The notes that were written, each at its first reference. */
  readonly cited: Set<string>;
  /** True inside a note, in which no further notes are opened. */
  isInNote: boolean;
}

interface Levels {
  readonly level: number;
  /** The level of the sections inside. */
  readonly innerLevel: number;
}

const maxLevel = 6;

function* writeSection(state: State, section: XmlElement, { level, innerLevel }: Levels): Generator<void> {
  for (const child of section.children) {
    if (typeof child === "string") writeLoose(state, child);
    else if (child.name === "section") {
      yield* writeSection(state, child, { level: innerLevel, innerLevel: Math.min(maxLevel, innerLevel + 1) });
      yield;
    } else writeBlock(state, child, { heading: Math.min(maxLevel, level) });
  }
}

/** Text outside paragraphs is not allowed, but some programs write it. */
function writeLoose({ builder }: State, text: string): void {
  if (text.trim() === "") return;
  builder.startParagraph({});
  builder.write(text);
  builder.endParagraph();
}

interface BlockContext {
  /** The level of a title here. */
  readonly heading: number;
  readonly isQuote?: boolean;
}

const paragraphs: ReadonlySet<string> = new Set(["p", "v", "subtitle", "text-author", "date"]);
const quotations: ReadonlySet<string> = new Set(["epigraph", "cite", "annotation", "poem"]);

function writeBlock(state: State, element: XmlElement, within: BlockContext): void {
  const { name } = element;
  if (paragraphs.has(name)) return writeParagraph(state, element, within);
  if (quotations.has(name)) return writeBlocks(state, element, { ...within, isQuote: true });
  switch (name) {
    case "title":
      return writeTitle(state, element, within.isQuote === true ? { isQuote: true } : { heading: within.heading });
    case "stanza":
      return writeStanza(state, element, within);
    case "table":
      return writeTable(state, element);
    case "image":
      writeImage(state, shownImage(element));
      return state.builder.endParagraph();
    case "empty-line":
      return undefined;
    default:
      return writeBlocks(state, element, within);
  }
}

function shownImage(element: XmlElement): ShownImage {
  const { alt, title } = element.attributes;
  return { id: reference(element), alt: alt ?? title ?? "" };
}

function writeBlocks(state: State, element: XmlElement, within: BlockContext): void {
  for (const child of element.children) {
    if (typeof child === "string") writeLoose(state, child);
    else writeBlock(state, child, within);
  }
}

/** The paragraphs of a title are its lines. */
function writeTitle(state: State, title: XmlElement, style: ParagraphStyle): void {
  const lines = title.children.filter((child) => typeof child !== "string" && child.name !== "empty-line");
  state.builder.startParagraph(style);
  for (const [index, line] of lines.entries()) {
    if (index > 0 && style.heading === undefined) state.builder.lineBreak();
    else if (index > 0) state.builder.write(" ");
    writeInline(state, line, {});
  }
  if (lines.length === 0) for (const child of title.children) writeInline(state, child, {});
  state.builder.endParagraph();
}

function writeParagraph(state: State, element: XmlElement, { isQuote }: BlockContext): void {
  const code = onlyCode(element);
  if (code !== undefined) {
    state.builder.startParagraph({ isCode: true });
    state.builder.write(textIn(code));
    return state.builder.endParagraph();
  }
  // Three asterisks between scenes are a subtitle too.
  const isBold = element.name === "subtitle" && /[\p{L}\p{N}]/u.test(textIn(element));
  const format: RunFormat = isBold ? { isBold } : {};
  state.builder.startParagraph(isQuote === true ? { isQuote } : {});
  writeInline(state, element, format);
  state.builder.endParagraph();
}

/** A line of code is a paragraph with nothing else. */
function onlyCode({ children }: XmlElement): XmlElement | undefined {
  const [only, ...more] = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const isCode = only !== undefined && typeof only !== "string" && only.name === "code" && more.length === 0;
  return isCode ? only : undefined;
}

/** The verses of a stanza are lines of one paragraph. */
function writeStanza(state: State, stanza: XmlElement, within: BlockContext): void {
  const { builder } = state;
  let verses = 0;
  for (const child of stanza.children) {
    if (typeof child === "string") continue;
    if (child.name !== "v") {
      builder.endParagraph();
      verses = 0;
      writeBlock(state, child, within);
      continue;
    }
    if (verses > 0) builder.lineBreak();
    else builder.startParagraph({ isQuote: true });
    writeInline(state, child, {});
    verses += 1;
  }
  builder.endParagraph();
}

function writeTable(state: State, table: XmlElement): void {
  const { builder } = state;
  builder.startTable();
  for (const row of table.children) {
    if (typeof row === "string" || row.name !== "tr") continue;
    builder.startRow();
    for (const cell of row.children) {
      if (typeof cell === "string") continue;
      const { colspan = "1", rowspan = "1" } = cell.attributes;
      builder.startCell({ isHeader: cell.name === "th", columns: spanned(colspan), rows: spanned(rowspan) });
      writeInline(state, cell, {});
      builder.endCell();
    }
    builder.endRow();
  }
  builder.endTable();
}

const maxSpan = 1000;

function spanned(count: string): number {
  return /^\d{1,4}$/.test(count) ? Math.min(maxSpan, Math.max(1, Number(count))) : 1;
}

/** What the elements of a paragraph change about its format. */
const formats: Readonly<Record<string, RunFormat>> = {
  strong: { isBold: true },
  emphasis: { isItalic: true },
  strikethrough: { isStruck: true },
  code: { isCode: true },
  sub: { script: "sub" },
  sup: { script: "sup" },
};

function writeInline(state: State, node: XmlNode, format: RunFormat): void {
  const { builder } = state;
  if (typeof node === "string") return builder.write(node.replace(/\s+/g, " "), format);
  if (node.name === "image") return writeImage(state, shownImage(node));
  if (node.name === "a") return writeLink(state, node, format);
  const own = Object.hasOwn(formats, node.name) ? { ...format, ...formats[node.name] } : format;
  for (const child of node.children) writeInline(state, child, own);
}

/** A link to a note opens it once. A link to another place in the book is plain text. */
function writeLink(state: State, link: XmlElement, format: RunFormat): void {
  const { book, builder, cited } = state;
  const id = reference(link);
  const note = id === undefined || state.isInNote ? undefined : book.notes.get(id);
  if (id !== undefined && note !== undefined && !cited.has(id)) {
    cited.add(id);
    state.isInNote = true;
    builder.beginAside();
    // Its title is the number that the reference shows.
    const content = note.children.filter((child) => typeof child === "string" || child.name !== "title");
    writeBlocks(state, { ...note, children: content }, { heading: maxLevel });
    state.isInNote = false;
    return builder.note(builder.endAside());
  }
  const target = address(link);
  const own = target !== undefined && leadsToFile(target) ? { ...format, link: target } : format;
  for (const child of link.children) writeInline(state, child, own);
}

/** True if a section was written where it is cited. */
function isCited({ book, cited }: State, section: XmlElement): boolean {
  const { id } = section.attributes;
  return id !== undefined && cited.has(id) && book.notes.get(id) === section;
}

/** True if a section has more than its title, and notes that are cited. */
function hasOtherNotes(state: State, { children }: XmlElement): boolean {
  return children.some((child) => {
    if (typeof child === "string") return child.trim() !== "";
    if (child.name === "section") return !isCited(state, child) && hasOtherNotes(state, child);
    return child.name !== "title" && child.name !== "empty-line";
  });
}

/** The title of the body is a heading. That of a note is its number. */
function* writeOtherNotes(state: State, body: XmlElement): Generator<void> {
  const title = body.children.find((child) => typeof child !== "string" && child.name === "title");
  const named = { name: "title", attributes: {}, children: [body.attributes["name"] ?? ""] };
  writeTitle(state, title === undefined || typeof title === "string" ? named : title, { heading: 1 });
  yield* writeNotes(state, { ...body, children: body.children.filter((child) => child !== title) });
}

function* writeNotes(state: State, section: XmlElement): Generator<void> {
  for (const child of section.children) {
    if (typeof child === "string") writeLoose(state, child);
    else if (child.name === "title") writeTitle(state, child, {});
    else if (child.name !== "section") writeBlock(state, child, { heading: maxLevel });
    else if (!isCited(state, child) && hasOtherNotes(state, child)) {
      yield* writeNotes(state, child);
      yield;
    }
  }
}

interface ShownImage {
  readonly id: string | undefined;
  readonly alt: string;
}

function writeImage({ book, builder }: State, { id, alt }: ShownImage): void {
  const binary = id === undefined ? undefined : book.binaries.get(id);
  builder.image({ name: id ?? "image", alt, load: () => Promise.resolve(imageBytes(binary)) });
}
