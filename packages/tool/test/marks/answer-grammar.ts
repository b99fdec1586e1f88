/**
 * A reader of answers that shares no code with what writes them: it knows the grammar alone. A line with a number is of
 * the file. Every other line is the reader's: a mark in brackets, the sign of a gap, or a sentence. In those, words of
 * others are JSON strings or plain words.
 */

/** A line of a file, as it is shown. */
export interface FileLine {
  readonly kind: "file";
  readonly number: string;
  readonly isMatch: boolean;
  readonly text: string;
}

/** A mark on a line of its own; its facts with their quotation taken off. */
export interface Mark {
  readonly kind: "mark";
  /** As it stands, without the brackets. */
  readonly raw: string;
  readonly facts: readonly (readonly Token[])[];
}

/** A sentence of the reader, in order: its own words, and what it quotes. */
export interface Sentence {
  readonly kind: "sentence";
  readonly tokens: readonly Token[];
}

/** Words as they stand, or a JSON string decoded. */
export interface Token {
  readonly isQuoted: boolean;
  readonly text: string;
}

export type AnswerLine = FileLine | Mark | Sentence | { readonly kind: "gap" };

/** Whatever any program takes for the end of a line. */
const lineEnd = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

/** The lines of an answer; throws where one does not follow the grammar. */
export function parseAnswer(text: string): readonly AnswerLine[] {
  return text.split(lineEnd).flatMap((line) => (line === "" ? [] : [parseLine(line)]));
}

function parseLine(line: string): AnswerLine {
  const numbered = /^(-?\d+)([\t:])([^]*)$/.exec(line);
  if (numbered !== null) {
    const [, number = "", sign, text = ""] = numbered;
    return { kind: "file", number, isMatch: sign === ":", text };
  }
  if (line === "⋮") return { kind: "gap" };
  return line.startsWith("[") ? parseMark(line) : { kind: "sentence", tokens: tokensOf(line) };
}

function parseMark(line: string): Mark {
  const facts: Token[][] = [[]];
  let depth = 0;
  for (const [at, token] of tokensOf(line).entries()) {
    if (token.isQuoted) facts.at(-1)?.push(token);
    else depth = addWords(token.text, { facts, depth, isFirst: at === 0 });
  }
  if (depth !== 0) throw new SyntaxError(`a bracket is left open in ${line}`);
  return { kind: "mark", raw: line.slice(1, -1), facts };
}

function addWords(words: string, state: { facts: Token[][]; depth: number; isFirst: boolean }): number {
  let { depth } = state;
  let text = "";
  const flush = (): void => {
    if (text !== "") state.facts.at(-1)?.push({ isQuoted: false, text });
    text = "";
  };
  for (let at = 0; at < words.length; at += 1) {
    const character = words[at];
    if (depth === 0 && !(state.isFirst && at === 0)) throw new SyntaxError(`words behind a mark: ${words.slice(at)}`);
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    if (depth === 1 && words.startsWith(" · ", at)) {
      flush();
      state.facts.push([]);
      at += 2;
    } else if ((character !== "[" || depth > 1) && (character !== "]" || depth > 0)) text += character;
  }
  flush();
  return depth;
}

/** Splits a line of the reader at its JSON strings; a quote that none ends, and a backslash outside of one, is a fault. */
function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  // The one sentence of ours that has backslashes says what escapes look like.
  let rest = line.replace(String.raw` shown as escapes such as \x1b or \u202e, each`, " shown as escapes, each");
  while (rest !== "") {
    const plain = /^[^"\\]+/.exec(rest)?.[0];
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0];
    if (plain === undefined && quoted === undefined) throw new SyntaxError(`an odd quote or backslash: ${rest}`);
    if (plain !== undefined) tokens.push({ isQuoted: false, text: plain });
    else tokens.push({ isQuoted: true, text: String(JSON.parse(quoted ?? '""')) });
    rest = rest.slice((plain ?? quoted ?? "").length);
  }
  return tokens;
}

/** The words of a fact, as they were before they were quoted. */
export function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join("");
}

/** The words of the reader in a line, with `…` for each JSON string: the same whatever the strings say. */
export function shapeOf(tokens: readonly Token[]): string {
  return tokens.map(({ isQuoted, text }) => (isQuoted ? "…" : text)).join("");
}
