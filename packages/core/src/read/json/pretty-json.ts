import { type JsonSpan, skipSpace, tokenEnd } from "./json-scan.ts";

/** Number of characters in a chunk of formatted text. */
const chunkCharacters = 64 * 1024;

/**
 * Formats a value with an indent of two spaces, in chunks of whole lines. Strings and numbers stay as they are written,
 * so that large numbers and escapes are exact.
 */
export function* prettyJson(text: string, { start, end }: JsonSpan): Generator<string, void, undefined> {
  const line = { depth: 0, chunk: "" };
  for (let at = start; at < end;) {
    const next = tokenEnd(text, at);
    const after = skipSpace(text, next);
    line.chunk += formatted(line, text.slice(at, next), text.charAt(after));
    at = after;
    if (line.chunk.length < chunkCharacters) continue;
    const whole = line.chunk.lastIndexOf("\n") + 1;
    if (whole > 0) yield line.chunk.slice(0, whole);
    line.chunk = line.chunk.slice(whole);
  }
  yield `${line.chunk}\n`;
}

/** Formats a value in one line. Strings and numbers stay as they are written. */
export function compactJson(text: string, { start, end }: JsonSpan): string {
  let line = "";
  for (let at = start; at < end;) {
    const next = tokenEnd(text, at);
    const after = skipSpace(text, next);
    const token = text.slice(at, next);
    if (token === ":") line += ": ";
    else if (token !== ",") line += token;
    else if (!isClosing(text.charAt(after))) line += ", ";
    at = after;
  }
  return line;
}

/** Returns a token with the white space around it, given the character after it. Adjusts the depth. */
function formatted(line: { depth: number; readonly chunk: string }, token: string, after: string): string {
  if (token === ":") return ": ";
  // A trailing comma is dropped.
  if (token === ",") return isClosing(after) ? "" : `,${lineBreak(line.depth)}`;
  if (isOpening(token)) {
    line.depth += 1;
    return isClosing(after) ? token : `${token}${lineBreak(line.depth)}`;
  }
  if (!isClosing(token)) return token;
  line.depth -= 1;
  return isOpening(line.chunk.slice(-1)) ? token : `${lineBreak(line.depth)}${token}`;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[";
}

function isClosing(token: string): boolean {
  return token === "}" || token === "]";
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
