import { expect, test } from "vitest";
import { createGate, TooManyCalls } from "../../src/tools/toolbox.ts";

test("no more tasks run at once than may, in their order, whether they fail or not", async () => {
  const gate = createGate({ maxRunning: 2, maxWaiting: 10 });
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const outcomes = Array.from({ length: 7 }, (_, at) =>
    gate(async () => {
      started.push(at);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (at % 3 === 0) throw new Error(`task ${at}`);
      return at;
    }),
  );
  const settled = await Promise.allSettled(outcomes);
  expect(settled.map(({ status }) => status === "fulfilled")).toEqual([false, true, true, false, true, true, false]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test("a task is refused while too many wait, and runs when they are done", async () => {
  const gate = createGate({ maxRunning: 1, maxWaiting: 2 });
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const taken = [1, 2, 3].map((number) => gate(() => opened.then(() => number)));
  await expect(gate(async () => 4)).rejects.toThrow(TooManyCalls);
  open();
  expect(await Promise.all(taken)).toEqual([1, 2, 3]);
  expect(await gate(async () => 5)).toBe(5);
});
