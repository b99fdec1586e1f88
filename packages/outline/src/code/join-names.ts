import type { Match, Span } from "../match.ts";
import { lastAtMost } from "../line-table.ts";

/** What stands before the name in a declarator: pointers, references, and words such as `const`. */
const beforeName = /^[\s*&\w]*$/;

/** Characters of a name that a macro makes. */
const maxMadeName = 60;

const madeName = /^\w+\s*\(\s*\w+\s*\)$/;

/**
 * Gives declarations with a `@declarator` the name of the `@named` that stands first in it, and drops those without one:
 * patterns for every depth of pointers before a name would take longer to compile than most files to parse.
 */
export function joinNames(matches: readonly Match[], text: string): readonly Match[] {
  const named = matches.filter((match) => match.has("named")).toSorted((left, right) => startOf(left) - startOf(right));
  const starts = named.map(startOf);
  const nameIn = (declarator: Span): Span | undefined => {
    const { start } = declarator;
    const found = named[(starts[0] ?? 0) >= start ? 0 : lastAtMost(starts, start - 1) + 1];
    return found === undefined ? undefined : nameOf(found, declarator, text);
  };
  return matches.flatMap((match) => {
    if (match.has("named")) return [];
    const declarator = match.get("declarator");
    if (declarator === undefined) return [match];
    const name = nameIn(declarator);
    if (name === undefined) return [];
    const rest = [...match].filter(([capture]) => capture !== "declarator");
    return [new Map([...rest, ["name", name]])];
  });
}

/** The name in a declarator by the first part of it that has one; undefined where that names something else. */
function nameOf(found: Match, { start, end }: Span, text: string): Span | undefined {
  const [name, whole] = [found.get("name"), found.get("named")];
  if (name === undefined || whole === undefined || name.end > end) return undefined;
  if (!beforeName.test(text.slice(start, name.start))) return undefined;
  // `void VG_(exit)(int status)`: a macro makes the name.
  if (!/^\s*\(/.test(text.slice(whole.end, Math.min(end, whole.end + maxMadeName)))) return name;
  return madeName.test(text.slice(whole.start, Math.min(whole.end, whole.start + maxMadeName))) ? whole : undefined;
}

function startOf(match: Match): number {
  return match.get("named")?.start ?? 0;
}
