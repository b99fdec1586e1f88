import type { OutlineKind } from "@reader/core/handler";
import { draft, type Draft, type Drafts, titleOf } from "../../model/draft.ts";
import { maxEntries, maxScannedCharacters } from "../../model/limits.ts";
import { createLineTable } from "../../model/line-table.ts";

/** Matches a declaration at the start of a line: modifiers, a keyword and a name. */
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

/** Returns the declaration at the start of a line, also by the pattern of a language, or `undefined`. */
export function declarationAt(line: string, own?: RegExp): Declaration | undefined {
  const [, word, name] = declaration.exec(line) ?? [];
  if (word !== undefined && name !== undefined) return { kind: kinds[word] ?? "function", name };
  const ownName = own?.exec(line.trimEnd())?.[1];
  return ownName === undefined ? undefined : { kind: "function", name: ownName };
}

/** A declaration found in a line. */
export interface Declaration {
  readonly kind: OutlineKind;
  readonly name: string;
}

/**
 * Finds declarations at the start of lines by keywords that many languages share, each up to the next one. It replaces
 * a parser if a text is too long, and is always `truncated`, because nested declarations are not found. Starts at the
 * offset `from`.
 */
export function scanTopLevel(text: string, own?: RegExp, from = 0): Drafts {
  const lines = createLineTable(text.slice(0, maxScannedCharacters));
  const drafts: Draft[] = [];
  for (let line = lines.lineAt(from); line <= lines.count && drafts.length < maxEntries; line += 1) {
    const start = lines.startOf(line);
    // Most lines start with whitespace and can be skipped.
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
