import type { OutlineKind } from "@reader/core/handler";
import { draft, type Draft, type Drafts, titleOf } from "../../model/draft.ts";
import { maxEntries, maxScannedCharacters } from "../../model/limits.ts";
import { createLineTable } from "../../model/line-table.ts";

/** Words that begin a declaration, after words that may stand before them, at the start of a line. */
const declaration = new RegExp(
  String.raw`^(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|sealed|partial|async|pub(?:\([\w ]+\))?|unsafe|extern(?: "C")?|inline|const(?= fn))\s+)*` +
    String.raw`(class|interface|trait|struct|union|enum|record|type|namespace|module|mod|package|impl|def|defp|fn|func|fun|function\*?|sub|procedure)\b[ \t]*(?:\([^)]*\)[ \t]*)?([\w$][\w$.:~!?]*)`,
);

const kinds: Readonly<Record<string, OutlineKind>> = {
  class: "class",
  struct: "class",
  union: "class",
  record: "class",
  impl: "class",
  interface: "interface",
  trait: "interface",
  enum: "enum",
  type: "type",
  namespace: "module",
  module: "module",
  mod: "module",
  package: "module",
};

/** What is declared at the start of a line, also by what a language has of its own; undefined where nothing is. */
export function declarationAt(line: string, own?: RegExp): Declaration | undefined {
  const [, word, name] = declaration.exec(line) ?? [];
  if (word !== undefined && name !== undefined) return { kind: kinds[word] ?? "function", name };
  const ownName = own?.exec(line.trimEnd())?.[1];
  return ownName === undefined ? undefined : { kind: "function", name: ownName };
}

/** What a line declares. */
export interface Declaration {
  readonly kind: OutlineKind;
  readonly name: string;
}

/**
 * The declarations that begin at the start of a line, by words that many languages share, each up to the next one. It
 * stands in for a parser where a text is too long for one, so it is always called `truncated`: nothing inside is seen.
 * Those from a place on, where not from the start.
 */
export function scanTopLevel(text: string, own?: RegExp, from = 0): Drafts {
  const lines = createLineTable(text.slice(0, maxScannedCharacters));
  const drafts: Draft[] = [];
  for (let line = lines.lineAt(from); line <= lines.count && drafts.length < maxEntries; line += 1) {
    const start = lines.startOf(line);
    // Most lines begin with white space, and nothing else needs to be looked at.
    if (text.charCodeAt(start) <= 0x20) continue;
    const words = text.slice(start, Math.min(start + 300, lines.startOf(line + 1)));
    const found = declarationAt(words, own);
    if (found === undefined) continue;
    drafts.push(draft({ ...found, title: titleOf(words.replace(/[{:\s]+$/, "")), first: line, last: line }));
  }
  drafts.forEach((each, at) => {
    each.last = Math.max(each.first, (drafts[at + 1]?.first ?? lines.count + 1) - 1);
  });
  return { drafts, truncated: true };
}
