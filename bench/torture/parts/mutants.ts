import type { Batch } from "../crew.ts";
import { formatsOf, type Format } from "../formats.ts";
import { readBatches, type Part } from "./part.ts";

const casesInBatch = 25;

/** Mutants of one seed have numbers of their own. */
const numbersForSeed = 10_000_000;

/** Mutants of every format in turn, until the time is over. */
export const mutants: Part = {
  name: "mutants",
  about: "files of every format, damaged inside their structure",
  weight: 12,
  async run(context) {
    const { seed, worker, formatNames } = context.options;
    const formats = formatsOf(worker.fixtures).filter(
      ({ name }) => formatNames.length === 0 || formatNames.includes(name),
    );
    if (formats.length === 0) throw new RangeError(`There is no format ${formatNames.join(", ")}.`);
    context.tell(`mutants of ${formats.length} formats from number ${seed * numbersForSeed} on`);
    await readBatches(mutantBatches(formats, seed), context);
  },
};

/** Batches of all formats in turn, without end. */
export function* mutantBatches(formats: readonly Format[], seed: number): Generator<Batch, void, undefined> {
  for (let first = seed * numbersForSeed; ; first += casesInBatch) {
    for (const { name } of formats) {
      yield { format: name, ids: Array.from({ length: casesInBatch }, (_, at) => `${name}:${first + at}`) };
    }
  }
}
