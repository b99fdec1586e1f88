import {
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
  ReadError,
  type Source,
} from "@reader/core/handler";
import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";
import {
  asksForHidden,
  createDocumentBuilder,
  createDocumentEvents,
  endEvents,
  type DocumentDetails,
} from "@reader/document/builder";
import { frontMatter } from "@reader/document/content";
import { loadDosPages } from "@reader/office-kit/encodings";
import { breaksNotice, explainsPages, PageBreaks } from "../breaks/page-breaks.ts";
import { setState } from "./collect.ts";
import { discarded } from "./group-state.ts";
import {
  authorWords,
  beginningWords,
  bodyWords,
  fieldWords,
  formWords,
  alternativeWords,
  drawingWords,
  objectWords,
  imageWords,
} from "./destination-words.ts";
import { loadStorages } from "./object-data.ts";
import { createRtfReader, type RtfReader } from "./rtf-reader.ts";
import { flushText, writeByte, writeBytes, writeText } from "./rtf-text.ts";
import { createRtfTokens, type RtfTokens } from "./rtf-tokens.ts";
import {
  breakWords,
  rowWords,
  characterWords,
  listWords,
  paragraphWords,
  settingWords,
  tableWords,
  type WordAction,
} from "./text-words.ts";

/** Number of tokens to process before yielding to the event loop. */
const tokensPerTurn = 20_000;

/** Reads an RTF document. Throws `corrupt` if the file is not RTF. */
export async function* readRtf(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  if (mayNeedDosPages(bytes)) await loadDosPages();
  const builder = createDocumentBuilder({ showsHidden: asksForHidden(context) });
  const reader = createRtfReader(builder);
  Object.assign(seen, { flow: builder, facts: reader.facts, embedded: reader.files });
  if (hasObjects(bytes)) reader.openStorage = await loadStorages();
  const statedPages = startPages(reader, bytes);
  const events = createDocumentEvents(builder, context, { path: source.path });
  const tokens = createRtfTokens(bytes);
  let isFrontMatterWritten = !events.isWhole;
  for (let isOver = false; !isOver;) {
    isOver = takeTokens(reader, tokens, bytes);
    if (isOver && !reader.hasBegun) throw new ReadError("corrupt", `${source.path} is not an RTF document.`);
    if (!isFrontMatterWritten) yield* frontMatter(reader.facts);
    isFrontMatterWritten = true;
    if (!isOver) yield* events.drain();
    await nextTurn();
    context.signal.throwIfAborted();
  }
  await writeHtml(reader);
  yield* endEvents(events, reader.files, context);
  yield* closingNotices(reader, statedPages);
}

function* closingNotices({ breaks, isCut }: RtfReader, statedPages: number): Generator<Notice> {
  if (breaks !== undefined) yield* breaksNotice(breaks.page, statedPages);
  if (isCut) yield notice("The file is truncated: the end of the document is missing.");
}

/**
 * Starts to count pages if the breaks in the text explain the number of pages that the program stated: RTF has no marks
 * of the layout. Returns the stated number, or 1 if the file has none or no breaks.
 */
function startPages(reader: RtfReader, bytes: Uint8Array): number {
  if (!breakStarts.some((word) => hasWord(bytes, word))) return 1;
  const rtf = new TextDecoder("latin1").decode(bytes);
  const stated = Number(/\\nofpages(\d{1,6})/.exec(rtf)?.[1] ?? 1);
  const body = rtf.slice(groupEnd(rtf, rtf.indexOf("{\\stylesheet")));
  const counted = countedPages(body);
  if (explainsPages(counted, { stated, characters: () => charactersIn(body) })) {
    reader.breaks = new PageBreaks();
    reader.builder.startPage(1);
  }
  return stated;
}

/** How words of breaks start. Most files have none, and need not be searched for them one by one. */
const breakStarts = ["\\page", "\\sect\\", "\\sect ", "\\sect\r", "\\sect\n", "\\sect{", "\\sect}"] as const;

const breakWord = /\\(?:(page|pagebb1?|sect)|(sbknone|sbkcol))(?![a-z\d-])/g;

/** Counts inserted breaks, and paragraphs and sections that start on a new page. Styles are repeated in paragraphs. */
function countedPages(body: string): number {
  let pages = 1;
  let sections = 0;
  for (const [, starting, continued] of body.matchAll(breakWord)) {
    if (continued !== undefined) sections -= 1;
    else if (starting === "sect") sections += 1;
    else pages += 1;
  }
  return pages + Math.max(0, sections);
}

/** A control word or symbol, the start or end of a group, or text. */
const rtfPiece = /\\(?:[a-z]+-?\d* ?|'[\da-f]{2}|[^a-z])|[{}\s]+|([^\\{}\r\n]+)/g;

/** Counts the characters of a text, without the bytes of its images. */
function charactersIn(body: string): number {
  let characters = 0;
  for (const [, text = ""] of body.matchAll(rtfPiece)) characters += /^[\da-f]{32,}$/i.test(text) ? 0 : text.length;
  return characters;
}

/** Returns the position after a group, or 0 if it does not start there. */
function groupEnd(rtf: string, start: number): number {
  if (start < 0) return 0;
  let depth = 0;
  for (const { 0: brace, index } of rtf.slice(start).matchAll(/\\[{}\\]|[{}]/g)) {
    if (brace === "{") depth += 1;
    else if (brace === "}") depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return 0;
}

function hasObjects(bytes: Uint8Array): boolean {
  return hasWord(bytes, "\\objdata");
}

/**
 * Prefixes of the control words that name a DOS code page, and of few others: `pc`, `pca`, `ansicpg437`, `cpg850`,
 * `fcharset254`. The decoders are sixteen modules, which take 10 ms to load in a new process.
 */
const dosWords = ["\\pc", "cpg4", "cpg7", "cpg8", "cpg0", "charset25", "charset02"] as const;

function mayNeedDosPages(bytes: Uint8Array): boolean {
  return dosWords.some((word) => hasWord(bytes, word));
}

function hasWord(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word);
}

/** Processes the next tokens. Returns true at the end of the file. */
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

/** Writes encapsulated HTML, which has more content than the surrounding RTF. */
async function writeHtml({ html, builder }: RtfReader): Promise<void> {
  if (html === undefined) return;
  const markdown = htmlToMarkdown(html.join(""), await loadHtmlEngine());
  builder.startParagraph({});
  builder.raw(markdown);
  builder.endParagraph();
}

type Words = ReadonlyMap<string, WordAction>;

function wordsOf(...tables: readonly Readonly<Record<string, WordAction>>[]): Words {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}

const plainWords: Words = wordsOf(
  characterWords,
  paragraphWords,
  breakWords,
  rowWords,
  settingWords,
  formWords,
  imageWords,
  beginningWords,
);

/** Control words that set the destination of their group. */
const dataWords: Words = wordsOf(
  tableWords,
  listWords,
  fieldWords,
  drawingWords,
  objectWords,
  authorWords,
  alternativeWords,
);
const visibleWords: Words = wordsOf(bodyWords);

/** Groups that are never visible, although they are not marked as optional. */
const hiddenGroups: ReadonlySet<string> = new Set(
  "nonshppict shprslt nonesttables xe tc rxe txe filetbl themedata mmathPict ftnsep bkmkstart bkmkend".split(" "),
);

/** Control words for the properties of formula parts. */
const mathProperties = /^m[a-z]+Pr$/;

/** Maximum depth of nested groups with separate state; real files stay far below it. */
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

/** Processes the current token. */
function step(reader: RtfReader, token: RtfTokens, bytes: Uint8Array): void {
  const { isFresh } = reader;
  steps[token.kind](reader, token, bytes);
  // `\*` marks an optional destination only at the start of a group.
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

function word(reader: RtfReader, { word: name, parameter }: Pick<RtfTokens, "word" | "parameter">): void {
  flushText(reader);
  reader.unitsToSkip = 0;
  const { isOptional } = reader;
  reader.isOptional = false;
  const plain = isOptional ? undefined : plainWords.get(name);
  if (plain !== undefined) plain(reader, parameter);
  else if (hiddenGroups.has(name) || mathProperties.test(name)) setState(reader, { destination: discarded });
  else startDestination(reader, { name, parameter, isOptional });
}

interface DestinationWord {
  readonly name: string;
  readonly parameter: number | undefined;
  readonly isOptional: boolean;
}

function startDestination(reader: RtfReader, { name, parameter, isOptional }: DestinationWord): void {
  const { kind } = reader.state.destination;
  const action = dataWords.get(name) ?? visibleWords.get(name);
  if (action === undefined) {
    if (isOptional) setState(reader, { destination: discarded });
    return;
  }
  if (kind === "skip") return;
  if (kind === "data" && visibleWords.has(name)) setState(reader, { destination: discarded });
  else action(reader, parameter);
}

function symbol(reader: RtfReader, character: string): void {
  const text = symbolTexts[character];
  if (character === "*") reader.isOptional = reader.isFresh;
  else if (character === "\\" || character === "{" || character === "}") writeByte(reader, character.charCodeAt(0));
  else if (character === "\n" || character === "\r") word(reader, paragraphEnd);
  else if (text === undefined) flushText(reader);
  else writeText(reader, text);
}

/** A backslash at the end of a line ends a paragraph, as the word does. */
const paragraphEnd = { word: "par", parameter: undefined } as const;

/** Control symbols that stand for text. Others, such as the optional hyphen, are not text. */
const symbolTexts: Readonly<Record<string, string>> = { "~": "\u00a0", _: "-", "\t": "\t" };
