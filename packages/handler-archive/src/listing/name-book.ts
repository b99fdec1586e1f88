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
  const known = new Map<string, { readonly index: number; readonly name: string }>();
  return {
    remarks({ name, index, kind }) {
      const remarks = leadsOut(name) ? ["[leads out of the archive]"] : [];
      const key = name.toLowerCase();
      const twin = known.get(key);
      if (twin === undefined) {
        if (known.size < mostNames) known.set(key, { index, name });
        return remarks;
      }
      if (twin.name !== name) return [...remarks, `[as entry ${twin.index} but for capitals]`];
      return kind === "folder" ? remarks : [...remarks, `[same name as entry ${twin.index}: this is entry ${index}]`];
    },
  };
}

/** Whether a program that unpacks blindly would write elsewhere: `../x`, `/x`, `C:\x`. */
function leadsOut(name: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name);
}
