/** One item of a selection, parsed but not resolved. */
export interface SelectionPart {
  /** The original text, for messages. */
  readonly text: string;
  /** The sheet name before the `!`, if any. */
  readonly sheet?: string;
  /** The text after the `!`, or all of the text without one. Empty if the item is only a quoted sheet name. */
  readonly reference: string;
}

/** A parsed selection. */
export interface SplitSelection {
  readonly withFormulas: boolean;
  /** True if hidden rows, columns and sheets are left out. */
  readonly isVisibleOnly: boolean;
  /** True if merged cells repeat their value. */
  readonly isFilled: boolean;
  readonly parts: readonly SelectionPart[];
}

/** Options before a selection. No sheet name has a colon. */
const option = /^\s*(visible|filled)\s*:\s*/i;

/**
 * Parses `=Sheet1!A1:D20, 'My sheet'!B:D`. A leading `=` asks for formulas, commas outside quotes and brackets separate
 * items, and an exclamation mark ends a sheet name. In the name of an existing sheet these characters have no special
 * meaning. `visible:` and `filled:` before all of it are options.
 */
export function splitSelection(select: string, sheets: readonly string[] = []): SplitSelection {
  const options = new Set<string>();
  let trimmed = select.trim();
  for (let found = option.exec(trimmed); found !== null; found = option.exec(trimmed)) {
    options.add((found[1] ?? "").toLowerCase());
    trimmed = trimmed.slice(found[0].length);
  }
  const oddNames = sheets.filter((name) => special.test(name)).toSorted((one, other) => other.length - one.length);
  const withFormulas = trimmed.startsWith("=") && endOfName(trimmed, 0, oddNames) === undefined;
  const parts = atCommas(withFormulas ? trimmed.slice(1) : trimmed, oddNames)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return {
    withFormulas,
    isVisibleOnly: options.has("visible"),
    isFilled: options.has("filled"),
    parts: parts.map(partOf),
  };
}

/** Characters with a special meaning in a selection. */
const special = /[,;'[\]=]/;

/** Returns the end of the sheet name that starts here, if any. */
function endOfName(text: string, start: number, names: readonly string[]): number | undefined {
  const found = names.find((name) => {
    const isHere = text.slice(start, start + name.length).toLowerCase() === name.toLowerCase();
    return isHere && /^(?:!|\s*(?:[,;]|$))/.test(text.slice(start + name.length, start + name.length + nearEnd));
  });
  return found === undefined ? undefined : start + found.length;
}

/** Number of characters after a name that are checked to decide whether the name ends there. */
const nearEnd = 20;

function atCommas(text: string, oddNames: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start <= text.length;) {
    const end = endOfPart(text, start, oddNames);
    parts.push(text.slice(start, end));
    start = end + 1;
  }
  return parts;
}

/** Returns the position of the comma after an item, or the end of the text. */
function endOfPart(text: string, start: number, oddNames: readonly string[]): number {
  const first = start + (/^\s*/.exec(text.slice(start, start + nearEnd))?.[0].length ?? 0);
  let at = endOfName(text, first, oddNames) ?? first;
  while (at < text.length && text[at] !== "," && text[at] !== ";") at = endOfUnit(text, at);
  return at;
}

/** Returns the position after a quoted text, a bracketed group or a single character. */
function endOfUnit(text: string, at: number): number {
  if (text[at] === "[") return endOfBrackets(text, at);
  if (text[at] !== "'") return at + 1;
  const end = text.indexOf("'", at + 1);
  return end < 0 ? text.length : end + 1;
}

/** Returns the end of a bracketed group. An apostrophe escapes a special character of a column name. */
function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'") at += 1;
    else if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s;

function partOf(text: string): SelectionPart {
  const match = quoted.exec(text) ?? /^"([^"]*)"(?:!(.*))?$/s.exec(text);
  if (match !== null)
    return { text, sheet: (match[1] ?? "").replaceAll("''", "'"), reference: (match[2] ?? "").trim() };
  const end = text.lastIndexOf("!");
  if (end < 0) return { text, reference: text };
  return { text, sheet: text.slice(0, end).trim(), reference: text.slice(end + 1).trim() };
}
