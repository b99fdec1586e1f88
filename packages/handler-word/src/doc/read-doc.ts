import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import {
  openCompoundFile,
  type CompoundFile,
  readStatedPages,
  readSummaryInformation,
  summaryStream,
  viewOf,
  type ByteView,
} from "@reader/office-kit/compound";
import {
  chooseSections,
  asksForHidden,
  createDocumentBuilder,
  createDocumentEvents,
  createHeldParagraphs,
  type DocumentBuilder,
  type DocumentDetails,
  type DocumentEvents,
  type HeldParagraphs,
} from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { areMacrosAsked, macroEvents, macroNotice, macroModulesIn } from "@reader/office-kit/vba";
import { codePageOfCharset, decoderOf } from "@reader/office-kit/encodings";
import { createTextDecoder } from "@reader/core/decoders";
import { createYielder } from "@reader/core/internal";
import { createMarkdownBuilder, type HtmlListener, loadHtmlEngine, type MarkdownPiece } from "@reader/document";
import { findEmbeddedObjects } from "./embedded-objects.ts";
import { readFib, lengthsIn } from "./fib.ts";
import { markupKindOf } from "../page/sniff-markup.ts";
import { breaksNotice } from "../breaks/page-breaks.ts";
import { countedPages } from "./page-breaks.ts";
import { openWordStreams } from "./open-streams.ts";
import { createWordWriter, type WordWriter } from "./word-writer.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";
import { partOf, readMarks } from "./word-runs.ts";
import { readPieces } from "./tables.ts";
import { createWordFields, type WordFields } from "./word-fields.ts";
import { htmlOfMht } from "../docx/mht.ts";

/** Reads a Word document from before 2007. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function* readDoc(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const markup = markupKindOf(await source.head(markupHeadBytes));
  if (markup !== undefined) {
    yield* readWebPage(source, context, markup);
    return;
  }
  await refuseAncient(source);
  const file = await openCompoundFile(source);
  const modules = await macroModulesIn(file);
  if (areMacrosAsked(context.select, modules)) {
    yield* macroEvents(modules);
    return;
  }
  const embedded = findEmbeddedObjects(file);
  const inside = embeddedEvents(embedded.files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  const streams = openWordStreams(file, { path: source.path, password: context.password });
  const builder = createDocumentBuilder({ showsHidden: asksForHidden(context) });
  const facts = readSummaryInformation(file.stream(summaryStream));
  Object.assign(seen, { flow: builder, facts, embedded: embedded.files });
  const events = createDocumentEvents(builder, context, { path: source.path });
  if (events.isWhole) yield* [...frontMatter(facts), ...embeddedNotices(embedded.files)];
  if (readFib(streams.main).version >= firstCompoundVersion) {
    const statedPages = readStatedPages(file.stream(summaryStream));
    const document = openWordDocument(file, streams, { path: source.path, embedded });
    yield* documentEvents(document, { builder, events, context, statedPages });
  } else {
    writeOldWord(streams.main, builder);
    yield notice("The document was written by Word 6 or 95. Its text is shown without headings, notes and images.");
  }
  yield* events.end();
  for (const words of file.damage) yield notice(words);
  if (hasMacros(file)) yield macroNotice("The document contains", modules);
}

/** Number of bytes in which web pages are detected; the same as for type detection. */
const markupHeadBytes = 4096;

/** The first version of the binary format of Word 97. */
const firstCompoundVersion = 0xc1;

/** File marks of Word 2 and older, which are not compound files. [MS-DOC] only says that they are older. */
const ancientMarks: ReadonlySet<number> = new Set([0xa59b, 0xa59c, 0xa5db, 0x37fe, 0xbe31, 0xbe32]);

async function refuseAncient(source: Source): Promise<void> {
  const [low = 0, high = 0] = await source.head(2);
  if (!ancientMarks.has(low | (high << 8))) return;
  throw new ReadError("unsupported-type", `${source.path} was written by Word 2 or an older version.`, {
    hint: "Convert it to DOCX with LibreOffice (`soffice --convert-to docx`), and read that.",
  });
}

interface Job {
  readonly builder: DocumentBuilder;
  readonly events: DocumentEvents;
  readonly context: HandlerContext;
  /** The number of pages in the properties of the file. */
  readonly statedPages: number | undefined;
}

/** Number of runs to process before yielding to the event loop. */
const runsPerTurn = 2000;

async function* documentEvents(
  document: WordDocument,
  { builder, events, context, statedPages }: Job,
): AsyncGenerator<HandlerEvent> {
  const marks = readMarks(document);
  const pages = countedPages(document, statedPages);
  const writer = createWordWriter(document, builder, { marks, pages });
  writePageLines(document, builder, writer);
  if (pages !== undefined) builder.startPage(1);
  const { start, end } = document.range("main");
  let runs = 0;
  for (const _ of writer.write(start, end)) {
    runs += 1;
    if (runs % runsPerTurn !== 0) continue;
    yield* events.drain();
    await nextTurn();
    context.signal.throwIfAborted();
  }
  writer.close();
  for (const box of marks.looseBoxes) builder.writeRecording(writer.record(box.start, box.end));
  if (pages !== undefined) yield* breaksNotice(pages.breaks.page, pages.stated);
  if (document.charactersLeft < 0) {
    yield notice("The file is damaged: it declares more text than it contains. The text shown may be incomplete.");
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The first six texts are note separators. Then each section has six ([MS-DOC], 2.8.6 Plcfhdd). */
const dividers = 6;
const kinds = ["Header", "Header", "Footer", "Footer", "Header", "Footer"] as const;

/** Maximum number of header and footer texts that are read; most repeat earlier ones. */
const maxPageLines = 600;

function writePageLines(document: WordDocument, builder: DocumentBuilder, writer: WordWriter): void {
  const table = document.positions("headers", 0);
  const range = document.range("headers");
  const count = Math.min(table.positions.length - 1, dividers + maxPageLines);
  for (let index = dividers; index < count; index += 1) {
    const { start, end } = partOf(table, index, range);
    const kind = kinds[(index - dividers) % kinds.length];
    if (end > start && kind !== undefined) builder.pageLine(kind, writer.record(start, end));
  }
}

function hasMacros({ names }: CompoundFile): boolean {
  return names.some((name) => /^Macros\/VBA\//i.test(name));
}

/** Header offsets in Word 6 and 95 files. */
const places = { textStart: 0x18, textEnd: 0x1c, lengths: 0x34, pieces: 0x160, fonts: 0xd0 } as const;

/** Code pages by language identifier; other languages use 1252. */
const codePages: Readonly<Record<number, number>> = {
  0x404: 950,
  0x405: 1250,
  0x408: 1253,
  0x40d: 1255,
  0x40e: 1250,
  0x411: 932,
  0x412: 949,
  0x415: 1250,
  0x419: 1251,
  0x41f: 1254,
  0x422: 1251,
  0x804: 936,
};

/** Writes the text of a Word 6 or 95 document: its paragraphs, and its tables as far as cell marks show them. */
function writeOldWord(stream: Uint8Array, builder: DocumentBuilder): void {
  const view = viewOf(stream);
  const paragraphs = createHeldParagraphs(builder);
  const writer: OldWordWriter = { paragraphs, fields: createWordFields(paragraphs), follows: "" };
  const text = oldText(view);
  const { main } = lengthsIn(view, places.lengths);
  writeText(writer, main > 0 ? text.slice(0, main) : text);
  writer.paragraphs.end(0, {});
  writer.fields = createWordFields(paragraphs);
  // Notes, headers and text boxes follow the main text. They are not distinguished.
  if (main > 0) writeText(writer, text.slice(main));
  writer.paragraphs.close();
}

interface OldWordWriter {
  readonly paragraphs: HeldParagraphs;
  fields: WordFields;
  /** The previous control character; empty after text. */
  follows: string;
}

function oldText(view: ByteView): string {
  const decode = decoderOf(codePageOf(view));
  const isComplex = (view.u16(0x0a) & 0x0004) !== 0;
  const start = view.u32(places.textStart);
  const simple = view.part(start, view.u32(places.textEnd) - start).bytes;
  if (!isComplex) return decode(simple);
  const pieces = readPieces(view.part(view.u32(places.pieces), view.u32(places.pieces + 4)));
  const bytes = pieces.map((piece) => view.part(piece.place, piece.end - piece.start).bytes);
  return pieces.length === 0 ? decode(simple) : bytes.map(decode).join("");
}

/** Infers the code page from the language. If that is Western but the text is not, uses the code page of a font. */
function codePageOf(view: ByteView): number {
  const own = codePages[view.u16(0x06)];
  if (own !== undefined) return own;
  const start = view.u32(places.textStart);
  const text = view.part(start, Math.min(view.u32(places.textEnd) - start, sampleBytes)).bytes;
  let letters = 0;
  let high = 0;
  for (const byte of text) {
    if (byte >= 0xc0) high += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return high > letters / 2 ? (fontCodePage(view) ?? 1252) : 1252;
}

const sampleBytes = 20_000;

/** Returns the first code page other than 1252 in the font table. The character set precedes each font name. */
function fontCodePage(view: ByteView): number | undefined {
  const fonts = view.part(view.u32(places.fonts), view.u32(places.fonts + 4));
  for (let at = 2; at < fonts.length; at += fonts.u8(at) + 1) {
    const page = codePageOfCharset(fonts.u8(at + 4));
    if (page !== undefined && page !== 1252) return page;
  }
  return undefined;
}

function writeText(writer: OldWordWriter, text: string): void {
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character >= " ") continue;
    write(writer, text.slice(from, at));
    marks[character]?.(writer);
    writer.follows = character;
    from = at + 1;
  }
  write(writer, text.slice(from));
}

function write(writer: OldWordWriter, text: string): void {
  if (text === "") return;
  writer.follows = "";
  if (!writer.fields.takeCode(text)) writer.paragraphs.write(text, { link: writer.fields.link });
}

function endParagraph({ paragraphs }: OldWordWriter): void {
  paragraphs.end(0, {});
}

/** Two consecutive cell marks end the row. */
function endCell({ paragraphs, follows }: OldWordWriter): void {
  if (follows === "\u0007") {
    paragraphs.endRow(1);
    return;
  }
  paragraphs.end(1, {});
  paragraphs.endCell(1);
}

/** Actions for control characters. */
const marks: Readonly<Record<string, (writer: OldWordWriter) => void>> = {
  "\r": endParagraph,
  "\u000c": endParagraph,
  "\u000b": ({ paragraphs }) => paragraphs.add((builder) => builder.lineBreak()),
  "\u0007": endCell,
  "\t": (writer) => write(writer, "\t"),
  "\u0013": ({ fields }) => fields.begin(),
  "\u0014": ({ fields }) => fields.separate(),
  "\u0015": (writer) => write(writer, writer.fields.end()),
  "\u001e": (writer) => write(writer, "-"),
};

/** Reads a web page or web archive that is named like a Word document. */
async function* readWebPage(
  source: Source,
  context: HandlerContext,
  kind: "page" | "archive",
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  const html = kind === "archive" ? htmlOfMht(bytes) : await pageText(bytes, source);
  const what = kind === "archive" ? "a web archive" : "a web page";
  yield* readPage(html ?? "", { path: source.path, context });
  yield notice(`The file is ${what}, not a Word document. Its text is shown without images.`);
}

function pageText(bytes: Uint8Array, { sniff: { text } }: Source): Promise<string> | string {
  return text === undefined ? new TextDecoder().decode(bytes) : createTextDecoder(text).decode(bytes);
}

/** Input of the page reader; `path` is the path of the file, for messages. */
interface PageInput {
  readonly path: string;
  readonly context: HandlerContext;
}

/** Yields the events of an HTML document, with its headings as places. */
async function* readPage(html: string, { path, context }: PageInput): AsyncGenerator<HandlerEvent> {
  const builder = createMarkdownBuilder();
  const readHtml = await loadHtmlEngine();
  readHtml(html, withoutInlineData(builder));
  const pieces = builder.end();
  const { pages, select } = context;
  const isWhole = pages === undefined && select === undefined;
  const chosen = isWhole ? undefined : chooseSections(pieces, { path, pages, select });
  const sections = pieces.filter(({ type }) => type === "heading").length;
  if (sections > 0) yield extent("section", sections);
  if (pieces.length === 0) yield notice("The page has no text.");
  yield* sectionEvents(pieces, chosen, createYielder(context.signal));
}

async function* sectionEvents(
  pieces: readonly MarkdownPiece[],
  chosen: ReadonlySet<number> | undefined,
  pause: () => Promise<void>,
): AsyncGenerator<HandlerEvent> {
  let [section, title] = [0, ""];
  let hasText = false;
  for (const piece of pieces) {
    if (piece.type === "image") continue;
    if (piece.type === "heading") [section, title] = [section + 1, piece.title];
    if (chosen !== undefined && !chosen.has(section)) continue;
    const markdown = hasText && piece.type === "text" ? `\n${piece.markdown}` : piece.markdown;
    hasText = true;
    yield text(markdown, section === 0 ? undefined : { unit: "section", index: section, label: title });
    await pause();
  }
}

/** Removes inline image data, which would be a line of a million characters. */
function withoutInlineData(builder: HtmlListener): HtmlListener {
  return {
    open(name, attributes) {
      const isInline = name === "img" && /^data:/i.test(attributes.get("src")?.trim() ?? "");
      builder.open(name, isInline ? new Map([...attributes, ["src", "inline"]]) : attributes);
    },
    close: (name) => builder.close(name),
    text: (characters) => builder.text(characters),
  };
}
