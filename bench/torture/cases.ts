import type { ReadRequest } from "@reader/core";
import { diceOf, type Dice } from "./dice.ts";
import type { Format, Seed } from "./formats.ts";
import { mutate } from "./mutators/mutate.ts";

/** One file and what is asked of it. */
export interface Case {
  /** Enough to make the case again: `docx:42`. */
  readonly id: string;
  /** The name of the file in the workspace. */
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly verb: "read" | "info";
  readonly request: Omit<ReadRequest, "path">;
}

/** Creates the mutant of a format with this number. The same number gives the same bytes and the same request. */
export function mutantCase(format: Format, number: number): Case {
  const id = `${format.name}:${number}`;
  const dice = diceOf(id);
  const seed = dice.pick(format.seeds);
  const donor = dice.pick(format.seeds);
  const request = requestFor(dice, seed);
  return {
    id,
    name: `mutant.${seed.ending}`,
    make: () => mutate(seed.bytes(), donor.bytes(), diceOf(`${id} bytes`)),
    verb: dice.chance(0.08) ? "info" : "read",
    request,
  };
}

const usualRequests: readonly Omit<ReadRequest, "path">[] = [
  {},
  {},
  {},
  {},
  {},
  { view: "outline" },
  { view: "image" },
  { view: "text" },
  { view: "native" },
  { pages: "1" },
  { pages: "2-" },
  { pages: "-1" },
  { offset: 3, limit: 5 },
  { offset: -5 },
  { find: "a" },
  { find: "/[a-z]+\\d/i", context: 1 },
  { maxTokens: 300 },
  { select: "A1:C5" },
  { select: "Sheet1" },
  { select: "x=0,0,10,10" },
  { password: "secret" },
];

function requestFor(dice: Dice, { id }: Seed): Omit<ReadRequest, "path"> {
  if (dice.chance(0.1))
    return { select: dice.pick(["a.txt", "words.txt", "metadata", "1", "notes", "0/0", "x".repeat(300), id]) };
  return dice.pick(usualRequests);
}
