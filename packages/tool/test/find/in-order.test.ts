import { expect, test } from "vitest";
import { inOrder } from "../../src/find/in-order.ts";

/** Runs items whose lane is their first letter. Returns the results and the most that ran at once, by lane. */
async function run(names: readonly string[]): Promise<{ results: readonly string[]; most: Record<string, number> }> {
  const running: Record<string, number> = {};
  const most: Record<string, number> = {};
  const results: string[] = [];
  const items = (async function* () {
    yield* names;
  })();
  const steps = {
    quick: async (name: string) => (name.startsWith("-") ? { result: name } : { lane: name.slice(0, 1) }),
    slow: async (name: string) => {
      const lane = name.slice(0, 1);
      for (const key of [lane, "all"]) {
        running[key] = (running[key] ?? 0) + 1;
        most[key] = Math.max(most[key] ?? 0, running[key]);
      }
      await new Promise((resolve) => setImmediate(resolve));
      for (const key of [lane, "all"]) running[key] = (running[key] ?? 0) - 1;
      return name;
    },
  };
  for await (const result of inOrder(items, steps)) results.push(result);
  return { results, most };
}

const named = (lane: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${lane}${at}`);

test("results are in the order of the items", async () => {
  const names = ["a1", "b1", "-1", "a2", "a3", "-2", "c1", "b2"];
  expect((await run(names)).results).toEqual(names);
});

test("few tasks of a lane run one after the other, beside those of other lanes", async () => {
  const { most } = await run([...named("a", 5), ...named("b", 5), ...named("c", 5)]);
  expect(most).toEqual({ a: 1, b: 1, c: 1, all: 3 });
});

test("many tasks of a lane run at once, up to the limit", async () => {
  const names = named("a", 200);
  const { results, most } = await run(names);
  expect(most).toEqual({ a: 4, all: 4 });
  expect(results).toEqual(names);
});
