/** One part of a selection, taken apart but not looked up. */
export interface SelectionPart {
  /** As it was written, for messages. */
  readonly text: string;
  /** The sheet before the `!`; absent where there is none. */
  readonly sheet?: string;
  /** What is behind the `!`, or all of it; empty where only a sheet in quotation marks is named. */
  readonly reference: string;
}

/** A selection, taken apart. */
export interface SplitSelection {
  readonly withFormulas: boolean;
  readonly parts: readonly SelectionPart[];
}

/**
 * Takes `=Sheet1!A1:D20, 'My sheet'!B:D` apart: a leading `=` asks for formulas, commas divide where no quotation mark
 * and no bracket holds them, an exclamation mark ends the name of a sheet. Such marks in the name of one of the sheets
 * are nothing but letters.
 */
export function splitSelection(select: string, sheets: readonly string[] = []): SplitSelection {
  const trimmed = select.trim();
  const oddNames = sheets.filter((name) => special.test(name)).toSorted((one, other) => other.length - one.length);
  const withFormulas = trimmed.startsWith("=") && endOfName(trimmed, 0, oddNames) === undefined;
  const parts = atCommas(withFormulas ? trimmed.slice(1) : trimmed, oddNames)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { withFormulas, parts: parts.map(partOf) };
}

/** What means something to a selection. */
const special = /[,;'[\]=]/;

/** Where the name of a sheet ends that starts here; undefined where none does. */
function endOfName(text: string, start: number, names: readonly string[]): number | undefined {
  const found = names.find((name) => {
    const isHere = text.slice(start, start + name.length).toLowerCase() === name.toLowerCase();
    return isHere && /^(?:!|\s*(?:[,;]|$))/.test(text.slice(start + name.length, start + name.length + nearEnd));
  });
  return found === undefined ? undefined : start + found.length;
}

/** Characters behind a name that tell whether it ends. */
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

/** Where the comma behind a part stands, or the end of the text. */
function endOfPart(text: string, start: number, oddNames: readonly string[]): number {
  const first = start + (/^\s*/.exec(text.slice(start, start + nearEnd))?.[0].length ?? 0);
  let at = endOfName(text, first, oddNames) ?? first;
  while (at < text.length && text[at] !== "," && text[at] !== ";") at = endOfUnit(text, at);
  return at;
}

/** Behind a quotation, brackets with all that is in them, or a character. */
function endOfUnit(text: string, at: number): number {
  if (text[at] === "[") return endOfBrackets(text, at);
  if (text[at] !== "'") return at + 1;
  const end = text.indexOf("'", at + 1);
  return end < 0 ? text.length : end + 1;
}

/** In brackets, an apostrophe goes before a mark that belongs to the name of a column. */
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
