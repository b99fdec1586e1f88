/** What the start of a text is as JSON: one value, or values on lines of their own. */
export type JsonShape = "value" | "lines";

const token = /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Expected = "value" | "value-or-close" | "key" | "key-or-close" | "colon" | "comma-or-close" | "end";

/** The grammar of JSON, token by token: what may come, and what comes after it. */
interface JsonState {
  /** The closing brackets that are still owed, the innermost last. */
  readonly open: string[];
  expected: Expected;
}

/**
 * Whether a text starts as JSON does, with an object or an array; undefined where it does not. Only the start is given
 * where `isWhole` is false, so it may end anywhere. Two tokens at least must fit: `[` alone proves nothing.
 */
export function jsonShapeOf(text: string, isWhole: boolean): JsonShape | undefined {
  const state: JsonState = { open: [], expected: "value" };
  let tokens = 0;
  let end = 0;
  for (token.lastIndex = 0; token.lastIndex < text.length; tokens += 1) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) return isCutHere(text.slice(at), isWhole) && tokens > 1 ? "value" : undefined;
    if (state.expected === "end") return text.slice(end, token.lastIndex).includes("\n") ? "lines" : undefined;
    if (!accept(state, match[1] ?? (match[2] === undefined ? "literal" : "string"))) return undefined;
    if (tokens === 0 && state.open.length === 0) return undefined;
    end = token.lastIndex;
  }
  return tokens > 1 && (!isWhole || state.expected === "end") ? "value" : undefined;
}

/** White space at the end, or a token that the end of the bytes cuts. */
function isCutHere(rest: string, isWhole: boolean): boolean {
  const bare = rest.trimStart();
  return bare === "" || (!isWhole && /^(?:"(?:[^"\\\u0000-\u001f]|\\.)*\\?|-?[\d.eE+-]*|[a-z]{1,4})$/.test(bare));
}

function accept(state: JsonState, kind: string): boolean {
  const { expected } = state;
  if (kind === "}" || kind === "]") return expected.endsWith("close") && close(state, kind);
  if (kind === ":") return expected === "colon" && move(state, "value");
  if (kind === ",") return expected === "comma-or-close" && move(state, state.open.at(-1) === "}" ? "key" : "value");
  if (expected.startsWith("key")) return kind === "string" && move(state, "colon");
  if (!expected.startsWith("value")) return false;
  if (kind === "{") return open(state, "}", "key-or-close");
  if (kind === "[") return open(state, "]", "value-or-close");
  return move(state, afterValue(state));
}

function open(state: JsonState, closing: string, expected: Expected): true {
  state.open.push(closing);
  return move(state, expected);
}

function close(state: JsonState, bracket: string): boolean {
  return state.open.pop() === bracket && move(state, afterValue(state));
}

function move(state: JsonState, expected: Expected): true {
  state.expected = expected;
  return true;
}

function afterValue({ open: owed }: JsonState): Expected {
  return owed.length === 0 ? "end" : "comma-or-close";
}
