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
 * and no bracket holds them, an exclamation mark ends the name of a sheet.
 */
export function splitSelection(select: string): SplitSelection {
  const trimmed = select.trim();
  const withFormulas = trimmed.startsWith("=");
  const parts = atCommas(withFormulas ? trimmed.slice(1) : trimmed)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { withFormulas, parts: parts.map(partOf) };
}

function atCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    else if (depth <= 0 && (character === "," || character === ";")) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
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
