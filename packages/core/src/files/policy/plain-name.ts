import { lookAlikes } from "./look-alikes.ts";

/**
 * Returns a name as people perceive it: in lower case, with plain letters for full-width, accented and look-alike
 * letters, without invisible characters, and without trailing spaces and dots, which Windows drops. Two names with the
 * same result are easily confused. Stars of globs are kept.
 */
export function plainName(name: string): string {
  const letters = isPlainAscii.test(name) ? name.toLowerCase() : foldCharacters(name);
  const start = letters.replace(/^ +/, "");
  const trimmed = withoutEnd(start.endsWith(mainStream) ? start.slice(0, -mainStream.length) : start);
  return trimmed === "" ? letters : trimmed;
}

/** The main data stream of a file on NTFS: `.env::$DATA` opens `.env`. */
const mainStream = "::$data";

/** Removes trailing spaces and dots. A regular expression would take quadratic time. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === " " || name[end - 1] === ".")) end -= 1;
  return name.slice(0, end);
}

const isPlainAscii = /^[ -~]*$/;

/** Combining marks and invisible characters: control characters, joiners, direction marks, tags, fillers. */
const invisible = /[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\u2800]/gu;

function foldCharacters(name: string): string {
  const plain = name.normalize("NFKD").replace(invisible, "").replace(/\s/gu, " ");
  let folded = "";
  for (const character of plain) folded += foldCharacter(character);
  // A look-alike may itself map to a letter with a mark.
  return folded.normalize("NFKD").replace(invisible, "");
}

function foldCharacter(character: string): string {
  if (character < "\u0080") return character.toLowerCase();
  const table = lookAlikeTable();
  const lower = character.toLowerCase();
  // The capital letter of a script may look like a Latin letter although the small one does not: `Н` looks like H, `н`
  // has no look-alike.
  return table.get(lower) ?? table.get(character.toUpperCase())?.toLowerCase() ?? lower;
}

let builtTable: ReadonlyMap<string, string> | undefined;

function lookAlikeTable(): ReadonlyMap<string, string> {
  builtTable ??= new Map(
    Object.entries(lookAlikes).flatMap(([plain, all]) => Array.from(all, (character) => [character, plain] as const)),
  );
  return builtTable;
}
