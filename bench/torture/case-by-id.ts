import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bombs } from "./bombs/bombs.ts";
import { mutantCase, type Case } from "./cases.ts";
import type { Format } from "./formats.ts";
import type { Trial } from "./worker-messages.ts";

/** Where cases come from. */
export interface CaseSources {
  readonly formats: readonly Format[];
  readonly corpus?: string;
}

/** Creates the case with this id: `docx:42` a mutant, `bomb:NAME` a bomb, `file:PATH` a file of the corpus. */
export function caseById(id: string, { formats, corpus }: CaseSources): Case {
  const colon = id.indexOf(":");
  const kind = id.slice(0, colon);
  const rest = id.slice(colon + 1);
  if (kind === "bomb") return bombCase(id, rest);
  if (kind === "file" && corpus !== undefined) return fileCase(id, join(corpus, rest));
  const format = formats.find(({ name }) => name === kind);
  if (format === undefined || !/^\d+$/.test(rest)) {
    throw new RangeError(`There is no case ${id}. A case is FORMAT:NUMBER, bomb:NAME or file:PATH with --corpus.`);
  }
  return mutantCase(format, Number(rest));
}

function bombCase(id: string, name: string): Case {
  const bomb = bombs[name];
  if (bomb === undefined) throw new RangeError(`There is no bomb of this name: ${name}`);
  return { id, name: bomb.name, make: bomb.make, verb: "read", request: bomb.request ?? {} };
}

function fileCase(id: string, path: string): Case {
  return { id, name: basename(path), make: () => new Uint8Array(readFileSync(path)), verb: "read", request: {} };
}

/** The case of bytes that were sent. */
export function trialCase({ bytes, ...rest }: Trial): Case {
  return { ...rest, make: () => bytes };
}
