/** The shape of JSON text: a single value, or one value per line. */
export type JsonShape = "value" | "lines";

const token =
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\p{Cc}]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;
const cutToken = /^(?:"(?:[^"\\\p{Cc}]|\\.)*\\?|-?[\d.eE+-]*|[a-z]{1,4})$/u;

type Expected = "value" | "value-or-close" | "key" | "key-or-close" | "colon" | "comma-or-close" | "end";

/** The closing brackets still expected, the innermost last, and the kinds of token that may come next. */
interface JsonState {
  readonly owed: string[];
  expected: Expected;
}

const minTokens = 2;

/**
 * Detects whether a text starts like JSON, with an object or an array; `undefined` if it does not. If `isWhole` is
 * false, the text may be cut off anywhere. At least two tokens must match: `[` alone proves nothing.
 */
export function jsonShapeOf(text: string, isWhole: boolean): JsonShape | undefined {
  const state: JsonState = { owed: [], expected: "value" };
  let tokens = 0;
  let end = 0;
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (state.expected === "end") return text.slice(end, token.lastIndex).includes("\n") ? "lines" : undefined;
    if (!accept(state, kindOf(match))) return undefined;
    tokens += 1;
    end = token.lastIndex;
  }
  const rest = text.slice(end).trimStart();
  const isComplete = isWhole ? rest === "" && state.expected === "end" : cutToken.test(rest);
  return (rest === "" ? tokens : tokens + 1) >= minTokens && isComplete ? "value" : undefined;
}

/** Returns the bracket, comma or colon of a token, or else the kind of its value. */
function kindOf([, mark, string]: RegExpExecArray): string {
  if (mark !== undefined) return mark;
  return string === undefined ? "literal" : "string";
}

function accept(state: JsonState, kind: string): boolean {
  const { expected, owed } = state;
  if (kind === "}" || kind === "]") {
    return expected.endsWith("close") && owed.pop() === kind && move(state, afterValue(state));
  }
  if (kind === ":") return expected === "colon" && move(state, "value");
  if (kind !== ",") return acceptValue(state, kind);
  return expected === "comma-or-close" && move(state, owed.at(-1) === "}" ? "key" : "value");
}

function acceptValue(state: JsonState, kind: string): boolean {
  if (state.expected.startsWith("key")) return kind === "string" && move(state, "colon");
  if (!state.expected.startsWith("value")) return false;
  if (kind === "{" || kind === "[") {
    state.owed.push(kind === "{" ? "}" : "]");
    return move(state, kind === "{" ? "key-or-close" : "value-or-close");
  }
  return state.owed.length > 0 && move(state, afterValue(state));
}

function move(state: JsonState, expected: Expected): true {
  state.expected = expected;
  return true;
}

function afterValue({ owed }: JsonState): Expected {
  return owed.length === 0 ? "end" : "comma-or-close";
}
