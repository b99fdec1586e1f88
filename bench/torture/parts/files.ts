import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { bombs } from "../bombs/bombs.ts";
import { diceOf } from "../dice.ts";
import { inBatches, readBatches, type Part } from "./part.ts";

/** Every file of the corpus as it is, in an order that the seed decides, so that short runs see other files each time. */
export const corpora: Part = {
  name: "corpora",
  about: "every file of the corpus, or of the fixtures, as it is",
  weight: 4,
  async run(context) {
    const { corpus } = context.options.worker;
    if (corpus === undefined) return;
    const files = shuffled(filesBelow(corpus), `corpora ${context.options.seed}`);
    context.tell(`${files.length} files`);
    await readBatches(
      inBatches(
        files.map((path) => `file:${path}`),
        20,
      ),
      context,
    );
    if (Date.now() >= context.deadline)
      context.counter.note(`the time was over before all ${files.length} files were read`);
  },
};

/** Every bomb, in an order that the seed decides. */
export const explosions: Part = {
  name: "bombs",
  about: "small files that stand for much or lead in circles",
  weight: 2,
  async run(context) {
    const ids = shuffled(Object.keys(bombs), `bombs ${context.options.seed}`).map((name) => `bomb:${name}`);
    await readBatches(inBatches(ids, 5), context);
    if (Date.now() >= context.deadline)
      context.counter.note(`the time was over before all ${ids.length} bombs were read`);
  },
};

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

function shuffled<Item>(items: readonly Item[], seed: string): readonly Item[] {
  const dice = diceOf(seed);
  const left = [...items];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = dice.below(at + 1);
    const item = left[at] as Item;
    left[at] = left[other] as Item;
    left[other] = item;
  }
  return left;
}
