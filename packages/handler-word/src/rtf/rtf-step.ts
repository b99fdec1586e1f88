import { breakWords } from "./break-words.ts";
import { characterWords, paragraphWords, type WordAction } from "./character-words.ts";
import { setState } from "./collect.ts";
import { drawingWords, pictureWords } from "./drawing-words.ts";
import { fieldWords, formWords } from "./field-words.ts";
import { nowhere } from "./group-state.ts";
import { listWords } from "./list-words.ts";
import { authorWords, beginningWords, bodyWords, twinWords } from "./note-words.ts";
import { flushText, writeByte, writeBytes, writeText } from "./rtf-text.ts";
import { objectWords } from "./object-words.ts";
import type { RtfTokens } from "./rtf-tokens.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { settingWords, tableWords } from "./table-words.ts";

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
export function step(reader: RtfReader, token: RtfTokens, bytes: Uint8Array): void {
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
