import type { Budget, TokenCounter } from "../../contract/budget.ts";

/** The functions that a meter needs to charge lines as they will be rendered. */
export interface Pricing {
  readonly countTokens: TokenCounter;
  /** Returns the cost of the gutters of consecutive lines. */
  gutterCost(firstLine: number, lineCount: number): TextCost;
  /** Returns the text as it will be shown. */
  show(text: string): string;
}

/** A cost in tokens and in bytes of UTF-8. */
export interface TextCost {
  readonly tokens: number;
  readonly bytes: number;
}

/** The part of an answer's limits that is reserved for content after its text. */
export interface AnswerCost extends TextCost {
  readonly lines: number;
}

/** Tracks how much of its budget an answer has used. */
export interface TextMeter {
  readonly lines: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Returns the price of consecutive lines, including gutters and newlines. */
  price(text: string, firstLine: number, lineCount: number): TextCost;
  /** Returns the limit that such lines would exceed, if any. */
  obstacle(lineCount: number, cost: TextCost): "lines" | "bytes" | "tokens" | undefined;
  charge(lineCount: number, cost: TextCost): void;
  /** Maximum number of bytes of text that could still fit: a cheap test before anything is counted. */
  readonly bytesLeft: number;
  readonly linesLeft: number;
  /** True if any priced text is shown differently from its source, with escapes. */
  readonly hasEscapes: boolean;
}

/** Creates a meter at zero. `maxLines` is the smaller of the budget's limit and the request's. */
export function createTextMeter(budget: Budget, maxLines: number, pricing: Pricing): TextMeter {
  let lines = 0;
  let bytes = 0;
  let tokens = 0;
  let hasEscapes = false;
  return {
    get hasEscapes() {
      return hasEscapes;
    },
    get lines() {
      return lines;
    },
    get bytes() {
      return bytes;
    },
    get tokens() {
      return tokens;
    },
    get bytesLeft() {
      return budget.maxBytes - bytes;
    },
    get linesLeft() {
      return maxLines - lines;
    },
    price(text, firstLine, lineCount) {
      const gutters = pricing.gutterCost(firstLine, lineCount);
      const shown = pricing.show(text);
      if (shown !== text) hasEscapes = true;
      return {
        // The last newline is charged separately, because appending it would copy the block.
        tokens: gutters.tokens + pricing.countTokens(shown) + 1,
        bytes: gutters.bytes + utf8Bytes(shown) + 1,
      };
    },
    obstacle(lineCount, cost) {
      if (lines + lineCount > maxLines) return "lines";
      if (bytes + cost.bytes > budget.maxBytes) return "bytes";
      return tokens + cost.tokens > budget.maxTokens ? "tokens" : undefined;
    },
    charge(lineCount, cost) {
      lines += lineCount;
      bytes += cost.bytes;
      tokens += cost.tokens;
    },
  };
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(64 * 1024);

/** Returns the UTF-8 length of a text, in bytes. */
export function utf8Bytes(text: string): number {
  if (text.length * 3 <= scratch.length) return encoder.encodeInto(text, scratch).written;
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = at + scratch.length / 4;
    const piece = text.slice(at, isLeadSurrogate(text, end - 1) ? end - 1 : end);
    bytes += encoder.encodeInto(piece, scratch).written;
    at += piece.length;
  }
  return bytes;
}

function isLeadSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
