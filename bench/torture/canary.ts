import { randomBytes } from "node:crypto";
import type { Case } from "./cases.ts";
import type { Format, Seed } from "./formats.ts";
import { replaceWord } from "./replace-word.ts";
import type { Observation } from "./stand.ts";

/** A sound file of a format, one of whose words differs each time it is read. */
export interface Canary {
  /** The word that is replaced; `undefined` for files without words, such as images. */
  readonly word: string | undefined;
  readonly caseWith: (marker: string) => Case;
  /** The answer that is right, to the character. */
  readonly expectedWith: (marker: string) => string;
}

/** Reads a case. */
export type ReadCase = (each: Case) => Promise<Observation>;

const maxWordsTried = 12;

/**
 * Finds a sound file of the format, and a word of it that can be replaced in the file and then stands replaced in the
 * answer, with nothing else changed. Returns a file without such a word if no file has one, and `undefined` if no file
 * is read without an error.
 */
export async function findCanary(format: Format, read: ReadCase): Promise<Canary | undefined> {
  let withoutWord: Canary | undefined;
  for (const seed of format.seeds) {
    const original = await read(caseOf(seed, seed.bytes()));
    if (original.ending !== "complete" && original.ending !== "partial") continue;
    withoutWord ??= { word: undefined, caseWith: () => caseOf(seed, seed.bytes()), expectedWith: () => original.words };
    const word = await findWord(seed, original, read);
    if (word === undefined) continue;
    return {
      word,
      caseWith: (marker) => caseOf(seed, replaceWord(seed.bytes(), word, marker)),
      expectedWith: (marker) => original.words.replaceAll(word, marker),
    };
  }
  return withoutWord;
}

function caseOf(seed: Seed, bytes: Uint8Array): Case {
  return { id: `canary:${seed.id}`, name: `canary.${seed.ending}`, make: () => bytes, verb: "read", request: {} };
}

async function findWord(seed: Seed, original: Observation, read: ReadCase): Promise<string | undefined> {
  const words = [...new Set(original.words.match(/\b[A-Za-z]{7,}\b/g))].slice(0, maxWordsTried);
  for (const word of words) {
    if (await isReplaceable(word, { seed, original, read })) return word;
  }
  return undefined;
}

interface Trial {
  readonly seed: Seed;
  readonly original: Observation;
  readonly read: ReadCase;
}

async function isReplaceable(word: string, { seed, original, read }: Trial): Promise<boolean> {
  for (const marker of [newMarker(word.length), newMarker(word.length)]) {
    const { words, handler } = await read(caseOf(seed, replaceWord(seed.bytes(), word, marker)));
    // A signature that is replaced makes a file of another format.
    if (handler !== original.handler || !words.includes(marker)) return false;
    if (words !== original.words.replaceAll(word, marker)) return false;
  }
  return true;
}

/** A word of this length that can be spoken and that no other file has, so that it is not taken for gibberish. */
export function newMarker(length: number): string {
  const letters = [...randomBytes(length)].map((byte, at) => {
    const choice = at % 2 === 0 ? "bdfgklmnprstvz" : "aeiou";
    return choice[byte % choice.length];
  });
  return `Z${letters.slice(1).join("")}`;
}
