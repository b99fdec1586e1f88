/** A token of an expression, parsed from `at` on. */
interface Piece {
  readonly kind: "character" | "gap" | "optional" | "repeated" | "unknown";
  /** The character that the token matches. */
  readonly text: string;
  /** Where the next token starts. */
  readonly next: number;
}

/**
 * Returns a literal that every match of an expression contains: the longest run of ordinary characters outside groups
 * and classes. Returns `undefined` if there is no such literal, or if the expression has parts that would need
 * interpretation, such as alternatives and inline flags. Searching for the literal is many times faster than matching
 * the expression.
 */
export function requiredLiteral(source: string): string | undefined {
  let run: string[] = [];
  let best = "";
  const endRun = (): void => {
    if (run.length > best.length) best = run.join("");
    run = [];
  };
  for (let at = 0; at < source.length;) {
    const { kind, text, next } = pieceAt(source, at);
    if (kind === "unknown") return undefined;
    if (kind === "character") run.push(text);
    // A character that may be repeated zero times is not required.
    if (kind === "optional") run.pop();
    if (kind !== "character") endRun();
    at = next;
  }
  endRun();
  return best === "" ? undefined : best;
}

const repeat = /\{\d+(?:,\d*)?\}/y;

const simplePieces: ReadonlyMap<string, Piece["kind"]> = new Map([
  ["*", "optional"],
  ["?", "optional"],
  ["+", "repeated"],
  [".", "gap"],
  ["^", "gap"],
  ["$", "gap"],
  ["|", "unknown"],
  [")", "unknown"],
]);

function pieceAt(source: string, at: number): Piece {
  const text = String.fromCodePoint(source.codePointAt(at) ?? 0);
  switch (text) {
    case "\\":
      return escapeAt(source, at);
    case "(":
      return groupAt(source, at);
    case "[":
      return { kind: "gap", text, next: endOfClass(source, at) };
    case "{":
      return repeatAt(source, at);
    default:
      return { kind: simplePieces.get(text) ?? "character", text, next: at + text.length };
  }
}

function repeatAt(source: string, at: number): Piece {
  repeat.lastIndex = at;
  return { kind: repeat.test(source) ? "optional" : "unknown", text: "", next: repeat.lastIndex };
}

/**
 * Parses an escape. Escaped punctuation matches itself; letters denote classes and positions, or have their own syntax.
 */
function escapeAt(source: string, at: number): Piece {
  const text = source[at + 1] ?? "";
  const next = at + 2;
  if (/[dDsSwWbBtnrfv]/.test(text)) return { kind: "gap", text, next };
  return { kind: /^[!-/:-@[-`{-~]$/.test(text) ? "character" : "unknown", text, next };
}

/** Skips a group, because its contents may be optional or one of several alternatives. */
function groupAt(source: string, at: number): Piece {
  const unknown: Piece = { kind: "unknown", text: "", next: at };
  if (source[at + 1] === "?" && source[at + 2] !== ":") return unknown;
  let depth = 0;
  for (let place = at; place < source.length; place += 1) {
    const character = source[place];
    if (character === "\\") place += 1;
    else if (character === "[") place = endOfClass(source, place) - 1;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return { kind: "gap", text: "", next: place + 1 };
  }
  return unknown;
}

/**
 * Returns the offset after the bracket that closes a class. A bracket directly at its start is a member of the class.
 */
function endOfClass(source: string, at: number): number {
  const start = at + (source[at + 1] === "^" ? 2 : 1);
  for (let place = source[start] === "]" ? start + 1 : start; place < source.length; place += 1) {
    if (source[place] === "\\") place += 1;
    else if (source.startsWith("[:", place)) place = Math.max(place, source.indexOf(":]", place) + 1);
    else if (source[place] === "]") return place + 1;
  }
  return source.length;
}
