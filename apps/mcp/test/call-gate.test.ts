import { expect, test } from "vitest";
import { createGate } from "../src/call-gate.ts";

test("no more tasks run at once than may, in their order, whether they fail or not", async () => {
  const gate = createGate(2);
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
