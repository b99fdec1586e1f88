import type { Budget } from "../../contract/budget.ts";
import type { TokenCounter } from "../../contract/token-counter.ts";

/** What the meter needs to know to charge lines as they will be rendered. */
export interface Pricing {
  readonly countTokens: TokenCounter;
  /** What the gutters of consecutive lines cost. */
  gutterCost(firstLine: number, lineCount: number): TextCost;
  /** The text as it will be shown. */
  show(text: string): string;
}

/** Tokens, and bytes of UTF-8. */
export interface TextCost {
  readonly tokens: number;
  readonly bytes: number;
}

/** What of the limits of an answer is kept free for something that stands behind its text. */
export interface AnswerCost extends TextCost {
  readonly lines: number;
}

/** What an answer has used of its budget. */
export interface TextMeter {
  readonly lines: number;
  readonly bytes: number;
  readonly tokens: number;
  /** The price of consecutive lines, gutters and newlines included. */
  price(text: string, firstLine: number, lineCount: number): TextCost;
  /** Which limit such lines would break, if any. */
  obstacle(lineCount: number, cost: TextCost): "lines" | "bytes" | "tokens" | undefined;
  charge(lineCount: number, cost: TextCost): void;
  /** The most bytes of text that could still fit; a cheap test before anything is counted. */
  readonly bytesLeft: number;
  readonly linesLeft: number;
  /** Whether any text that was priced is shown otherwise than it is. */
  readonly hasEscapes: boolean;
}

/** A meter at zero. `maxLines` is the smaller of the budget's and the request's. */
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
        // The last newline is charged apart: joining it on would copy the block.
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

/** Bytes of a text in UTF-8. */
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
