import { maxTitleCharacters } from "./limits.ts";

/** Text in one line, its white space collapsed, cut with an ellipsis where it is long. */
export function titleOf(text: string): string {
  if (text.length <= maxTitleCharacters && !/\s/.test(text)) return text;
  // More than this is cut anyway, and white space in front of it is not that long.
  const line = text
    .slice(0, maxTitleCharacters * 20)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= maxTitleCharacters ? line : `${cutWhole(line, maxTitleCharacters - 1).trimEnd()}…`;
}

/** The first characters, never half of one. */
function cutWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length);
}
