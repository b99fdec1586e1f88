/** What the start of a text is as JSON: one value, or values on lines of their own. */
export type JsonShape = "value" | "lines";

const token =
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\p{Cc}]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;
const cutToken = /^(?:"(?:[^"\\\p{Cc}]|\\.)*\\?|-?[\d.eE+-]*|[a-z]{1,4})$/u;

type Expected = "value" | "value-or-close" | "key" | "key-or-close" | "colon" | "comma-or-close" | "end";

/** The closing brackets that are still owed, the innermost last, and what may come next. */
interface JsonState {
  readonly owed: string[];
  expected: Expected;
}

const minTokens = 2;

/**
 * Whether a text starts as JSON does, with an object or an array; undefined where it does not. Only the start is given
 * where `isWhole` is false, so it may end anywhere. Two tokens at least must fit: `[` alone proves nothing.
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

/** A bracket, a comma or a colon; else what kind of value it is. */
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
