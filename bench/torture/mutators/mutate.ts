import type { Dice } from "../dice.ts";
import { mutateBytes } from "./bytes.ts";
import { sevenZipMutator, xzMutator } from "./checksums.ts";
import { chunkMutators, tiffMutator } from "./chunks.ts";
import { compoundMutator } from "./compound.ts";
import { isoMutator } from "./iso.ts";
import { jsonMutator } from "./json.ts";
import { markupMutator } from "./markup.ts";
import { arMutator, cpioMutator } from "./members.ts";
import { maxMutantBytes, type Mutator } from "./mutator.ts";
import { packedMutator } from "./packed.ts";
import { pdfMutator } from "./pdf.ts";
import { bmpMutator, gifMutator, icoMutator, psdMutator } from "./raster.ts";
import { rtfMutator } from "./rtf.ts";
import { separatedMutator } from "./separated.ts";
import { bzip2Mutator, compressMutator, lz4Mutator } from "./streams.ts";
import { biff12Mutator, dbfMutator } from "./tables.ts";
import { tarMutator } from "./tar.ts";
import { textMutator } from "./text.ts";
import { zipMutator } from "./zip.ts";

/** All mutators that know a structure. */
export const mutators: readonly Mutator[] = [
  zipMutator,
  packedMutator,
  tarMutator,
  compoundMutator,
  pdfMutator,
  ...chunkMutators,
  tiffMutator,
  sevenZipMutator,
  xzMutator,
  bzip2Mutator,
  lz4Mutator,
  compressMutator,
  cpioMutator,
  arMutator,
  isoMutator,
  gifMutator,
  bmpMutator,
  icoMutator,
  psdMutator,
  biff12Mutator,
  dbfMutator,
  jsonMutator,
  markupMutator,
  rtfMutator,
  separatedMutator,
  textMutator,
];

const maxDepth = 4;

/**
 * Returns a damaged copy of a file. Containers are unpacked, damaged inside and packed again with right checksums; some
 * damage is done to the bytes as they are. The same dice give the same copy.
 */
export function mutate(seed: Uint8Array, donor: Uint8Array, dice: Dice): Uint8Array {
  return mutated(seed, { donor, dice, depth: 0 });
}

interface Level {
  readonly donor: Uint8Array;
  readonly dice: Dice;
  readonly depth: number;
}

function mutated(seed: Uint8Array, { donor, dice, depth }: Level): Uint8Array {
  let bytes = seed;
  for (let rounds = dice.pick([1, 1, 1, 2, 2, 3, 5]); rounds > 0; rounds -= 1) {
    const next = mutatedOnce(bytes, { donor, dice, depth });
    if (next.length <= maxMutantBytes) bytes = next;
  }
  return bytes;
}

function mutatedOnce(bytes: Uint8Array, { donor, dice, depth }: Level): Uint8Array {
  const able = depth > maxDepth ? [] : mutators.filter(({ accepts }) => accepts(bytes));
  if (able.length > 0 && dice.chance(0.8)) {
    const inner = (part: Uint8Array): Uint8Array => mutated(part, { donor: part, dice, depth: depth + 1 });
    const result = dice.pick(able).mutate(bytes, { dice, donor, inner });
    if (result !== undefined) return result;
  }
  return mutateBytes(bytes, { dice, donor });
}
