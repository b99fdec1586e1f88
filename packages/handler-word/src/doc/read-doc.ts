import { notice, ReadError, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import {
  openCompoundFile,
  type CompoundFile,
  readSummaryInformation,
  summaryStream,
} from "@reader/office-kit/compound";
import {
  createDocumentBuilder,
  type DocumentBuilder,
  createDocumentEvents,
  type DocumentEvents,
  type DocumentDetails,
} from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { areMacrosAsked, macroEvents, macroNotice, macroModulesIn } from "@reader/office-kit/vba";
import { findEmbeddedObjects } from "./embedded-objects.ts";
import { readFib } from "./fib.ts";
import { markupKindOf } from "../page/sniff-markup.ts";
import { readWebPage } from "../page/read-web-page.ts";
import { openWordStreams } from "./open-streams.ts";
import { writeOldWord } from "./old-word.ts";
import { createWordWriter, type WordWriter } from "./word-writer.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";
import { partOf, readMarks } from "./word-marks.ts";

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
  const builder = createDocumentBuilder();
  const facts = readSummaryInformation(file.stream(summaryStream));
  Object.assign(seen, { flow: builder, facts, embedded: embedded.files });
  const events = createDocumentEvents(builder, context, source.path);
  if (events.isWhole) yield* [...frontMatter(facts), ...embeddedNotices(embedded.files)];
  if (readFib(streams.main).version >= firstCompoundVersion) {
    yield* documentEvents(openWordDocument(file, streams, { path: source.path, embedded }), {
      builder,
      events,
      context,
    });
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
}

/** Number of runs to process before yielding to the event loop. */
const runsPerTurn = 2000;

async function* documentEvents(
  document: WordDocument,
  { builder, events, context }: Job,
): AsyncGenerator<HandlerEvent> {
  const marks = readMarks(document);
  const writer = createWordWriter(document, builder, marks);
  writePageLines(document, builder, writer);
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
  for (const box of marks.looseBoxes) builder.tell(writer.record(box.start, box.end));
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
