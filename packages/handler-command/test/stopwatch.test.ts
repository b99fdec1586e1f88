import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSilenceWatch, createStopwatch } from "../src/read/read-command.ts";

const silent = (): Error => new Error("silent");
const late = (): Error => new Error("late");

/** Something that is there after so many milliseconds of the clock of the test. */
function after(timeMs: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve("there"), timeMs));
}

/** How waiting ended, once the clock of the test has gone on until it did. */
async function outcomeOf(waiting: Promise<string>): Promise<string> {
  const outcome = waiting.catch((error: unknown) => (error as Error).message);
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a stopwatch", () => {
  test("counts all waiting together", async () => {
    const watch = createStopwatch(1000, late);
    expect(await outcomeOf(watch.wait(after(600)))).toBe("there");
    expect(await outcomeOf(watch.wait(after(600)))).toBe("late");
  });

  test("leaves out the time in which nobody waits", async () => {
    const watch = createStopwatch(1000, late);
    expect(await outcomeOf(watch.wait(after(600)))).toBe("there");
    await vi.advanceTimersByTimeAsync(5000);
    expect(await outcomeOf(watch.wait(after(300)))).toBe("there");
  });
});

describe("a watch for silence", () => {
  test("gives every piece the whole time, however long all of them take", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    const outcomes: string[] = [];
    for (const timeMs of [800, 900, 900, 900]) outcomes.push(await outcomeOf(watch.wait(after(timeMs))));
    expect(outcomes).toEqual(["there", "there", "there", "there"]);
  });

  test("tells of a piece that takes longer", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    await outcomeOf(watch.wait(after(100)));
    expect(await outcomeOf(watch.wait(after(1100)))).toBe("late");
  });

  test("tells of a program that says nothing before the reader gives up on it", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    expect(await outcomeOf(watch.wait(after(950)))).toBe("silent");
  });
});
