import { type HandlerContext, type HandlerEvent, notice, ReadError, type Source } from "@reader/core/handler";
import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";
import { createFlow, createFlowEvents, endEvents, type FlowSeen } from "@reader/document/builder";
import { frontMatter } from "@reader/document/content";
import { loadDosPages } from "@reader/office-kit/encodings";
import { setState } from "./collect.ts";
import { nowhere } from "./group-state.ts";
import { authorWords, beginningWords, bodyWords, fieldWords, formWords, twinWords } from "./note-words.ts";
import { loadStorages } from "./object-data.ts";
import { drawingWords, objectWords, pictureWords } from "./object-words.ts";
import { createRtfReader, type RtfReader } from "./rtf-reader.ts";
import { flushText, writeByte, writeBytes, writeText } from "./rtf-text.ts";
import { createRtfTokens, type RtfTokens } from "./rtf-tokens.ts";
import { listWords, settingWords, tableWords } from "./table-words.ts";
import { breakWords, characterWords, paragraphWords, type WordAction } from "./text-words.ts";

/** Tokens between two looks at what is finished; in between, timers and input get their turn. */
const tokensPerTurn = 20_000;

/** Yields an RTF document; throws `corrupt` where it is none. */
export async function* readRtf(
  source: Source,
  context: HandlerContext,
  seen: FlowSeen = {},
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  if (mayNeedDosPages(bytes)) await loadDosPages();
  const flow = createFlow();
  const reader = createRtfReader(flow);
  Object.assign(seen, { flow, facts: reader.facts, embedded: reader.files });
  if (hasObjects(bytes)) reader.openStorage = await loadStorages();
  const events = createFlowEvents(flow, context, source.path);
  const tokens = createRtfTokens(bytes);
  let isFrontTold = !events.isWhole;
  for (let isOver = false; !isOver;) {
    isOver = takeTokens(reader, tokens, bytes);
    if (isOver && !reader.hasBegun) throw new ReadError("corrupt", `${source.path} is no RTF document.`);
    if (!isFrontTold) yield* frontMatter(reader.facts);
    isFrontTold = true;
    if (!isOver) yield* events.drain();
    await nextTurn();
    context.signal.throwIfAborted();
  }
  await tellHtml(reader);
  yield* endEvents(events, reader.files, context);
  if (reader.isCut) {
    yield notice("The file ends in the middle of the document: it was cut off, and its end is missing.");
  }
}

function hasObjects(bytes: Uint8Array): boolean {
  return hasWord(bytes, "\\objdata");
}

/**
 * How every word begins that names a code page of DOS, and few others: `pc`, `pca`, `ansicpg437`, `cpg850`,
 * `fcharset254`. Their decoders are sixteen modules, which take a process that has only just started 10 ms.
 */
const dosWords = ["\\pc", "cpg4", "cpg7", "cpg8", "cpg0", "charset25", "charset02"] as const;

function mayNeedDosPages(bytes: Uint8Array): boolean {
  return dosWords.some((word) => hasWord(bytes, word));
}

function hasWord(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word);
}

/** Whether the end was come to. */
function takeTokens(reader: RtfReader, tokens: RtfTokens, bytes: Uint8Array): boolean {
  for (let count = 0; count < tokensPerTurn; count += 1) {
    tokens.advance();
    const isEnd = tokens.kind === "end";
    if (isEnd) reader.isCut = reader.outer.length > 0;
    step(reader, tokens, bytes);
    if (isEnd) {
      reader.paragraphs.close();
      return true;
    }
  }
  return false;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** What a mail program hid in the document says more than the text around it. */
async function tellHtml({ html, flow }: RtfReader): Promise<void> {
  if (html === undefined) return;
  const markdown = htmlToMarkdown(html.join(""), await loadHtmlEngine());
  flow.startParagraph({});
  flow.raw(markdown);
  flow.endParagraph();
}

type Words = ReadonlyMap<string, WordAction>;

function wordsOf(...tables: readonly Readonly<Record<string, WordAction>>[]): Words {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}

const plainWords: Words = wordsOf(
  characterWords,
  paragraphWords,
  breakWords,
  settingWords,
  formWords,
  pictureWords,
  beginningWords,
);

/** Words that say what the group is for that they stand in. */
const dataWords: Words = wordsOf(tableWords, listWords, fieldWords, drawingWords, objectWords, authorWords, twinWords);
const shownWords: Words = wordsOf(bodyWords);

/** Groups that are never shown, though they do not say that readers may leave them out. */
const unseen: ReadonlySet<string> = new Set(
  "nonshppict shprslt nonesttables xe tc rxe txe filetbl themedata mmathPict ftnsep bkmkstart bkmkend".split(" "),
);

/** The properties of a part of a formula. */
const mathProperties = /^m[a-z]+Pr$/;

/** Groups inside groups that have a state of their own; no program writes a hundredth of it. */
const maxDepth = 4000;

type Step = (reader: RtfReader, token: RtfTokens, bytes: Uint8Array) => void;

const steps: Readonly<Record<RtfTokens["kind"], Step>> = {
  open: openGroup,
  close: closeGroup,
  word,
  symbol: (reader, token) => symbol(reader, token.word),
  hex: (reader, token) => writeByte(reader, token.byte),
  text: (reader, { start, end }, bytes) => writeBytes(reader, bytes.subarray(start, end)),
  bin: (reader, { start, end }, bytes) => reader.state.destination.binary?.(bytes.subarray(start, end)),
  end(reader) {
    while (reader.outer.length > 0) closeGroup(reader);
    flushText(reader);
  },
};

/** Does what the current token says. */
function step(reader: RtfReader, token: RtfTokens, bytes: Uint8Array): void {
  const { isFresh } = reader;
  steps[token.kind](reader, token, bytes);
  // Only at the start of a group does the mark of optional destinations mean one.
  if (isFresh && token.kind !== "open" && !reader.isOptional) reader.isFresh = false;
}

function openGroup(reader: RtfReader): void {
  flushText(reader);
  reader.unitsToSkip = 0;
  reader.isOptional = false;
  reader.isFresh = true;
  if (reader.outer.length >= maxDepth) {
    reader.tooDeep += 1;
    return;
  }
  reader.outer.push(reader.state);
  if (reader.state.onClose !== undefined) setState(reader, { onClose: undefined });
}

function closeGroup(reader: RtfReader): void {
  flushText(reader);
  reader.unitsToSkip = 0;
  reader.isOptional = false;
  if (reader.tooDeep > 0) {
    reader.tooDeep -= 1;
    return;
  }
  reader.state.onClose?.();
  const outer = reader.outer.pop();
  if (outer !== undefined) reader.state = outer;
}

function word(reader: RtfReader, { word: name, parameter }: RtfTokens): void {
  flushText(reader);
  reader.unitsToSkip = 0;
  const { isOptional } = reader;
  reader.isOptional = false;
  const plain = isOptional ? undefined : plainWords.get(name);
  if (plain !== undefined) plain(reader, parameter);
  else if (unseen.has(name) || mathProperties.test(name)) setState(reader, { destination: nowhere });
  else startDestination(reader, { name, parameter, isOptional });
}

interface DestinationWord {
  readonly name: string;
  readonly parameter: number | undefined;
  readonly isOptional: boolean;
}

function startDestination(reader: RtfReader, { name, parameter, isOptional }: DestinationWord): void {
  const { kind } = reader.state.destination;
  const action = dataWords.get(name) ?? shownWords.get(name);
  if (action === undefined) {
    if (isOptional) setState(reader, { destination: nowhere });
    return;
  }
  if (kind === "skip") return;
  if (kind === "data" && shownWords.has(name)) setState(reader, { destination: nowhere });
  else action(reader, parameter);
}

function symbol(reader: RtfReader, sign: string): void {
  const text = signs[sign];
  if (sign === "*") reader.isOptional = reader.isFresh;
  else if (sign === "\\" || sign === "{" || sign === "}") writeByte(reader, sign.charCodeAt(0));
  else if (sign === "\n" || sign === "\r") breakWords["par"]?.(reader, undefined);
  else if (text === undefined) flushText(reader);
  else writeText(reader, text);
}

/** Control symbols that are text; the others, such as the hyphen that shows only at the end of a line, are none. */
const signs: Readonly<Record<string, string>> = { "~": "\u00a0", _: "-", "\t": "\t" };
