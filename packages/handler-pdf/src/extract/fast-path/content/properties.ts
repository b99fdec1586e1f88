import { closeArrayToken, closeDictionaryToken, endToken, nameToken, numberToken, openArrayToken } from "./lexer.ts";
import { openDictionaryToken, operatorToken, stringToken, type Lexer } from "./lexer.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickProperties } from "../base/quick-resources.ts";

/** Lists and dictionaries inside of each other. */
const maxNesting = 20;

/** Reads a dictionary of content, behind its brackets, for what counts of the properties of marked content. */
export function readProperties(lexer: Lexer): QuickProperties {
  let properties: QuickProperties = {};
  for (;;) {
    const token = lexer.next();
    if (token === closeDictionaryToken) return properties;
    if (token !== nameToken) throw new NotQuick("dictionary");
    const key = lexer.name();
    const kind = lexer.next();
    if (key === "MCID" && kind === numberToken) properties = { ...properties, mcid: Math.trunc(lexer.number) };
    else if (key === "ActualText" && kind === stringToken) properties = { ...properties, actualText: textIn(lexer) };
    else skipValue(lexer, kind, 0);
  }
}

/** Passes over a value whose first token was met. */
function skipValue(lexer: Lexer, kind: number, nesting: number): void {
  if (nesting > maxNesting || isNoValue(lexer, kind)) throw new NotQuick("dictionary");
  if (kind !== openArrayToken && kind !== openDictionaryToken) return;
  const end = kind === openArrayToken ? closeArrayToken : closeDictionaryToken;
  for (let inner = lexer.next(); inner !== end; inner = lexer.next()) skipValue(lexer, inner, nesting + 1);
}

function isNoValue(lexer: Lexer, kind: number): boolean {
  if (kind === operatorToken) return !wordValues.has(lexer.operator);
  return kind === endToken || kind === closeArrayToken || kind === closeDictionaryToken;
}

/** `true`, `false` and `null` are longer than operators; no other word of such a length is told apart from them. */
const wordValues: ReadonlySet<number> = new Set([0]);

/** A string of text: UTF-16 with a mark in front, UTF-8 with one, or PDF's own encoding, of which only ASCII is certain. */
function textIn({ string: { source, start, end } }: Lexer): string {
  const bytes = source.subarray(start, end);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  if (bytes.some((byte) => byte < 0x20 || byte >= 0x7f)) throw new NotQuick("actual text");
  // What is a code each is not given as so many arguments, for which a stack has no room.
  return new TextDecoder("latin1").decode(bytes);
}
