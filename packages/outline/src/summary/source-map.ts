import { stringEnd } from "../light/json-scan.ts";

/** What a source map is, in a few words; undefined for any other JSON. Its keys may stand in any order. */
export function sourceMapSummary(text: string): string | undefined {
  if (!/^\s*(?:\)\]\}'[^\n]*\n)?\s*\{/.test(text.slice(0, 200))) return undefined;
  if (!/"version"\s*:\s*3\b/.test(text) || !/"mappings"\s*:/.test(text)) return undefined;
  const list = /"sources"\s*:\s*\[/.exec(text);
  if (list === null) return undefined;
  const count = countStrings(text, list.index + list[0].length);
  return `source map: ${count} source${count === 1 ? "" : "s"}`;
}

/** Strings up to the end of the list that they are in; a source may also be null. */
function countStrings(text: string, start: number): number {
  const mark = /["\]]/g;
  mark.lastIndex = start;
  let count = 0;
  for (let found = mark.exec(text); found?.[0] === '"'; found = mark.exec(text)) {
    count += 1;
    mark.lastIndex = stringEnd(text, found.index);
  }
  return count;
}
