import { isCalledLike } from "./called-like.ts";
import { furtherLockFiles, rareLockFiles } from "./further-lock-files.ts";
import { type LockFile, lockFiles as usualLockFiles } from "./lock-file-kinds.ts";

/** All known kinds of lock files. */
export const lockFiles: readonly LockFile[] = [...usualLockFiles, ...furtherLockFiles, ...rareLockFiles];

/** Summarises a lock file. Returns `undefined` for other files, also if only the name matches. */
export function lockFileSummary(name: string, text: string): string | undefined {
  const found = lockFiles.find(({ names, sign }) => isCalledLike(name, names) && sign.test(text));
  if (found === undefined) return undefined;
  const count = countEntries(found, text);
  return `lock file of ${found.tool}: ${count} ${count === 1 ? found.entry : pluralOf(found.entry)}`;
}

function pluralOf(word: string): string {
  return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function countEntries({ patterns, section }: LockFile, text: string): number {
  const part = section === undefined ? text : sectionsOf(text, section);
  for (const pattern of patterns) {
    const count = countMatches(part, pattern);
    if (count > 0) return count;
  }
  return 0;
}

/** Joins the sections of all YAML documents in a file. */
function sectionsOf(text: string, start: RegExp): string {
  const documents = text.split(/^---[ \t]*$/m);
  return documents.map((each) => sectionOf(each, start)).join("");
}

function sectionOf(text: string, start: RegExp): string {
  const at = text.search(start);
  if (at < 0) return "";
  const from = text.indexOf("\n", at) + 1;
  const end = text.slice(from).search(/^\S/m);
  return from === 0 ? "" : text.slice(from, end < 0 ? undefined : from + end);
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.exec(text) !== null) count += 1;
  return count;
}
