/** Letters from right to left, and the characters, except left-to-right marks, that change the direction of others. */
const turnsLine =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const loneMark = /(?<!\u200e)\u200e(?!\u200e)/g;

/**
 * Removes left-to-right marks from lines that run from left to right only, where they have no effect: shown as escapes
 * they would split dates and names. Other characters of direction can change the order of such a line, and several marks
 * in a row can hide a message. They stay, so that they are shown as escapes.
 */
export function withoutIdleMarks(text: string): string {
  if (!text.includes("\u200e")) return text;
  return text
    .split("\n")
    .map((line) => (turnsLine.test(line) ? line : line.replace(loneMark, "")))
    .join("\n");
}
