import { corpora, explosions } from "./files.ts";
import { fuzz } from "./fuzz.ts";
import { inProcess } from "./in-process.ts";
import { misbehaviours } from "./misbehaviours.ts";
import { mutants } from "./mutants.ts";
import type { Part } from "./part.ts";
import { racer } from "./racer.ts";
import { servers } from "./servers.ts";
import { shortage } from "./shortage.ts";

/** All parts of a run, in order. */
export const parts: readonly Part[] = [
  corpora,
  explosions,
  misbehaviours,
  racer,
  servers,
  shortage,
  fuzz,
  mutants,
  inProcess,
];

/** The parts with these names; all if none is named. Throws a `RangeError` for a name that is not one. */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new RangeError(
      `There is no part ${unknown.join(", ")}. There are: ${parts.map(({ name }) => name).join(", ")}.`,
    );
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
}
