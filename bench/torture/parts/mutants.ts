import type { Batch } from "../crew.ts";
import { formatsOf, type Format } from "../formats.ts";
import { readBatches, type Part, type RunOptions } from "./part.ts";

/** Maximum number of cases that are read in a row. */
const maxCasesInBatch = 25;

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
    await readBatches(mutantBatches(formats, context.options), context);
  },
};

/** Batches of all formats in turn, without end. They are small enough that a few cases are of all formats. */
export function* mutantBatches(
  formats: readonly Format[],
  { seed, count }: Pick<RunOptions, "seed" | "count">,
): Generator<Batch, void, undefined> {
  const casesInBatch = Math.max(1, Math.min(maxCasesInBatch, Math.floor(count / formats.length)));
  for (let first = seed * numbersForSeed; ; first += casesInBatch) {
    for (const { name } of formats) {
      yield { format: name, ids: Array.from({ length: casesInBatch }, (_, at) => `${name}:${first + at}`) };
    }
  }
}
