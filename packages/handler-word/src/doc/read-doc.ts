import { notice, ReadError, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import {
  openCompoundFile,
  type CompoundFile,
  readSummaryInformation,
  summaryStream,
} from "@reader/office-kit/compound";
import { createFlow, type Flow, createFlowEvents, type FlowEvents, type FlowSeen } from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { areMacrosAsked, macroEvents, macroNotice, macroModulesIn } from "@reader/office-kit/vba";
import { findEmbeddedObjects } from "./embedded-objects.ts";
import { readFib } from "./fib.ts";
import { markupKindOf } from "../page/sniff-disguise.ts";
import { readDisguised } from "../page/read-page.ts";
import { openWordStreams } from "./open-streams.ts";
import { tellOldWord } from "./old-word.ts";
import { createWordTeller, type WordTeller } from "./word-writer.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";
import { partOf, readMarks } from "./word-marks.ts";

/** Yields a Word document of before 2007; throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function* readDoc(
  source: Source,
  context: HandlerContext,
  seen: FlowSeen = {},
): AsyncGenerator<HandlerEvent> {
  const disguise = markupKindOf(await source.head(disguiseBytes));
  if (disguise !== undefined) {
    yield* readDisguised(source, context, disguise);
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
  const flow = createFlow();
  const facts = readSummaryInformation(file.stream(summaryStream));
  Object.assign(seen, { flow, facts, embedded: embedded.files });
  const events = createFlowEvents(flow, context, source.path);
  if (events.isWhole) yield* [...frontMatter(facts), ...embeddedNotices(embedded.files)];
  if (readFib(streams.main).version >= firstCompoundVersion) {
    yield* documentEvents(openWordDocument(file, streams, { path: source.path, embedded }), { flow, events, context });
  } else {
    tellOldWord(streams.main, flow);
    yield notice(
      "The document was written by Word 6 or 95: its text is shown, without its headings, notes and pictures.",
    );
  }
  yield* events.end();
  for (const words of file.damage) yield notice(words);
  if (hasMacros(file)) yield macroNotice("The document contains", modules);
}

/** Bytes that tell a web page: as many as a sniff sees. */
const disguiseBytes = 4096;

/** Word 97. */
const firstCompoundVersion = 0xc1;

/** [MS-DOC] knows of these only that they are older; they are no compound files. */
const ancientMarks: ReadonlySet<number> = new Set([0xa59b, 0xa59c, 0xa5db, 0x37fe, 0xbe31, 0xbe32]);

async function refuseAncient(source: Source): Promise<void> {
  const [low = 0, high = 0] = await source.head(2);
  if (!ancientMarks.has(low | (high << 8))) return;
  throw new ReadError("unsupported-type", `${source.path} was written by Word 2 or an older version.`, {
    hint: "Convert it to DOCX with LibreOffice (`soffice --convert-to docx`), and read that.",
  });
}

interface Job {
  readonly flow: Flow;
  readonly events: FlowEvents;
  readonly context: HandlerContext;
}

/** Runs between two looks at what is finished; in between, timers and input get their turn. */
const runsPerTurn = 2000;

async function* documentEvents(document: WordDocument, { flow, events, context }: Job): AsyncGenerator<HandlerEvent> {
  const marks = readMarks(document);
  const teller = createWordTeller(document, flow, marks);
  tellPageLines(document, flow, teller);
  const { start, end } = document.range("main");
  let runs = 0;
  for (const _ of teller.tell(start, end)) {
    runs += 1;
    if (runs % runsPerTurn !== 0) continue;
    yield* events.drain();
    await nextTurn();
    context.signal.throwIfAborted();
  }
  teller.close();
  for (const box of marks.looseBoxes) flow.tell(teller.held(box.start, box.end));
  if (document.charactersLeft < 0) {
    yield notice("The file is damaged: it says that it has more text than it can hold, and what is shown is cut.");
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Six texts that divide notes come first; then six for each section ([MS-DOC], 2.8.6 Plcfhdd). */
const dividers = 6;
const kinds = ["Header", "Header", "Footer", "Footer", "Header", "Footer"] as const;

/** Headers of sections that are read; most repeat those before them. */
const maxPageLines = 600;

function tellPageLines(document: WordDocument, flow: Flow, teller: WordTeller): void {
  const table = document.positions("headers", 0);
  const range = document.range("headers");
  const count = Math.min(table.positions.length - 1, dividers + maxPageLines);
  for (let index = dividers; index < count; index += 1) {
    const { start, end } = partOf(table, index, range);
    const kind = kinds[(index - dividers) % kinds.length];
    if (end > start && kind !== undefined) flow.pageLine(kind, teller.held(start, end));
  }
}

function hasMacros({ names }: CompoundFile): boolean {
  return names.some((name) => /^Macros\/VBA\//i.test(name));
}
