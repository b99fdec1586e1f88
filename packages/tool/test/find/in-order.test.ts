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

/** Runs items as `run` does, but begins none of those that wait before all are known. Returns the order of their starts. */
async function startsOf(names: readonly string[]): Promise<readonly string[]> {
  const starts: string[] = [];
  let open = (): void => undefined;
  const known = new Promise<void>((resolve) => (open = resolve));
  const items = (async function* () {
    yield* names;
    open();
  })();
  const steps = {
    quick: async (name: string) => ({ lane: name.startsWith("-") ? undefined : name.slice(0, 1) }),
    slow: async (name: string) => {
      starts.push(name);
      await known;
      return name;
    },
  };
  for await (const _ of inOrder(items, steps));
  return starts;
}

test("a lane goes on before a fifth one begins", async () => {
  const names = ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"];
  expect(await startsOf(names)).toEqual(["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "e1", "e2"]);
});

test("tasks without a lane come before the others that wait", async () => {
  const names = ["a1", "b1", "c1", "d1", "a2", "-1", "-2"];
  expect(await startsOf(names)).toEqual(["a1", "b1", "c1", "d1", "-1", "-2", "a2"]);
});

test("a lane with many tasks leaves room to other lanes first", async () => {
  const names = ["a1", "b1", ...named("a", 60), "c1", "d1"];
  expect((await startsOf(names)).slice(0, 4)).toEqual(["a1", "b1", "c1", "d1"]);
});

test("a fifth lane begins after some tasks of the others, and its result holds up no more", async () => {
  const rest = named("", 100).flatMap((number) => ["a", "b", "c", "d"].map((lane) => `${lane}1${number}`));
  const starts = await startsOf(["a0", "b0", "c0", "d0", "e0", ...rest]);
  expect(starts.indexOf("e0")).toBeGreaterThan(4);
  expect(starts.indexOf("e0")).toBeLessThanOrEqual(4 * 16);
});

test.for([
  ["all items are known", 200, 199 - 23],
  ["no more items may be ahead", 2000, 1024 - 23],
] as const)("a task that does not end holds up only the last of its lane when %s", async ([, items, most]) => {
  let release = (): void => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  let done = 0;
  const steps = {
    quick: async () => ({ lane: "a" }),
    slow: async (name: string) => {
      if (name === "a0") return ended.then(() => name);
      done += 1;
      // The first one ends when all that can end before it have.
      if (done === most) release();
      return name;
    },
  };
  const names = named("a", items);
  const source = (async function* () {
    yield* names;
  })();
  const results: string[] = [];
  for await (const result of inOrder(source, steps)) results.push(result);
  expect(results).toEqual(names);
});
