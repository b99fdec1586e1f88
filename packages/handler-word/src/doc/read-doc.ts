import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
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
} from "@reader/office-kit/compound";
import {
  chooseSections,
  asksForHidden,
  createDocumentBuilder,
  createDocumentEvents,
  type DocumentBuilder,
  type DocumentDetails,
  type DocumentEvents,
} from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { areMacrosAsked, macroEvents, macroNotice, macroModulesIn } from "@reader/office-kit/vba";
import { createTextDecoder } from "@reader/core/decoders";
import { createYielder } from "@reader/core/internal";
import { createMarkdownBuilder, type HtmlListener, loadHtmlEngine, type MarkdownPiece } from "@reader/document";
import { findEmbeddedObjects } from "./embedded-objects.ts";
import { readFib } from "./fib.ts";
import { markupKindOf } from "../page/sniff-markup.ts";
import { breaksNotice } from "../breaks/page-breaks.ts";
import { countedPages } from "./page-breaks.ts";
import { openWordStreams } from "./open-streams.ts";
import { createWordWriter, type WordWriter } from "./word-writer.ts";
import { openOldWordDocument } from "./old-word-document.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";
import { partOf, readMarks } from "./word-runs.ts";
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
  const isOld = readFib(streams.main).version < firstCompoundVersion;
  if (isOld) yield oldNotice();
  const statedPages = readStatedPages(file.stream(summaryStream));
  const open = isOld ? openOldWordDocument : openWordDocument;
  const document = open(file, streams, { path: source.path, embedded });
  yield* documentEvents(document, { builder, events, context, statedPages });
  yield* events.end();
  for (const words of file.damage) yield notice(words);
  if (hasMacros(file)) yield macroNotice("The document contains", modules);
}

function oldNotice(): Notice {
  return notice(
    "The document was written by Word 6 or 95. Its images, the content of its embedded objects, the numbers of its lists and the names of authors are not shown.",
  );
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

/** Maximum number of header and footer texts that are read; most repeat earlier ones. */
const maxPageLines = 600;

function writePageLines(document: WordDocument, builder: DocumentBuilder, writer: WordWriter): void {
  const table = document.positions("headers", 0);
  const range = document.range("headers");
  const count = Math.min(table.positions.length - 1, maxPageLines);
  for (let index = 0; index < count; index += 1) {
    const { start, end } = partOf(table, index, range);
    const kind = document.headerKind(index);
    if (end > start && kind !== undefined) builder.pageLine(kind, writer.record(start, end));
  }
}

function hasMacros({ names }: CompoundFile): boolean {
  return names.some((name) => /^Macros\/VBA\//i.test(name));
}

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
