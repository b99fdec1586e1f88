import type { Member } from "../member.ts";

/** Remembers names, to tell what is odd about the next one. */
export interface NameBook {
  /** What is to be said of the name of a member, in brackets; empty of a usual one. */
  remarks(member: Member): readonly string[];
}

/** Names that are remembered: some 20 MB of them. */
const mostNames = 100_000;

/** A book without a name in it. */
export function createNameBook(): NameBook {
  /** The entry that had each name first, as it is written and without regard to capitals. */
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  return {
    remarks({ name, index, kind }) {
      const remarks = leadsOut(name) ? ["[leads out of the archive]"] : [];
      const key = name.toLowerCase();
      const [twin, relative] = [exact.get(name), folded.get(key)];
      if (twin === undefined && exact.size < mostNames) exact.set(name, index);
      if (relative === undefined && folded.size < mostNames) folded.set(key, index);
      if (twin === undefined && relative !== undefined) remarks.push(`[as entry ${relative} but for capitals]`);
      if (twin !== undefined && kind !== "folder") remarks.push(`[same name as entry ${twin}: this is entry ${index}]`);
      return remarks;
    },
  };
}

/** Whether a program that unpacks blindly would write elsewhere: `../x`, `/x`, `C:\x`. */
function leadsOut(name: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name);
}
