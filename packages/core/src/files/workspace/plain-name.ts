import { lookAlikes } from "./look-alikes.ts";

/**
 * A name as people see it: in lower case, with plain letters for full-width ones, for letters with accents and for those
 * of other scripts that look the same, without invisible characters, and without spaces and dots at its end, which
 * Windows drops. Two names with one plain name are easily taken for each other. Patterns keep their stars.
 */
export function plainName(name: string): string {
  const letters = isPlainAscii.test(name) ? name.toLowerCase() : foldCharacters(name);
  const start = letters.replace(/^ +/, "");
  const trimmed = withoutEnd(start.endsWith(mainStream) ? start.slice(0, -mainStream.length) : start);
  return trimmed === "" ? letters : trimmed;
}

/** What NTFS calls the content of a file: `.env::$DATA` opens `.env`. */
const mainStream = "::$data";

/** Without spaces and dots at the end. Not a pattern: it would take the square of their number in time. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === " " || name[end - 1] === ".")) end -= 1;
  return name.slice(0, end);
}

const isPlainAscii = /^[ -~]*$/;

/** Marks on letters, and what is not seen: control characters, joiners, direction marks, tags, fillers. */
const unseen = /[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\u2800]/gu;

function foldCharacters(name: string): string {
  const plain = name.normalize("NFKD").replace(unseen, "").replace(/\s/gu, " ");
  let folded = "";
  for (const character of plain) folded += foldCharacter(character);
  // A look-alike may itself stand for a letter with a mark.
  return folded.normalize("NFKD").replace(unseen, "");
}

function foldCharacter(character: string): string {
  if (character < "\u0080") return character.toLowerCase();
  const table = lookAlikeTable();
  const lower = character.toLowerCase();
  // The capital of a script may look like a Latin letter whose small one does not: `Н` looks like H, `н` like nothing.
  return table.get(lower) ?? table.get(character.toUpperCase())?.toLowerCase() ?? lower;
}

let builtTable: ReadonlyMap<string, string> | undefined;

function lookAlikeTable(): ReadonlyMap<string, string> {
  builtTable ??= new Map(
    Object.entries(lookAlikes).flatMap(([plain, all]) => Array.from(all, (character) => [character, plain] as const)),
  );
  return builtTable;
}
