import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSilenceWatch, createStopwatch } from "../src/read/read-command.ts";

const silent = (): Error => new Error("silent");
const late = (): Error => new Error("late");

/** Resolves after some milliseconds of the fake clock. */
function after(timeMs: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve("there"), timeMs));
}

/** Advances the fake clock until waiting ends, and returns how it ended. */
async function outcomeOf(waiting: Promise<string>): Promise<string> {
  const outcome = waiting.catch((error: unknown) => (error as Error).message);
  await vi.runAllTimersAsync();
  return outcome;
}

// Not `setImmediate`, which handlers that other files in this process left behind may still call.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("a stopwatch", () => {
  test("adds up all waiting", async () => {
    const watch = createStopwatch(1000, late);
    expect(await outcomeOf(watch.wait(after(600)))).toBe("there");
    expect(await outcomeOf(watch.wait(after(600)))).toBe("late");
  });

  test("does not count time between waits", async () => {
    const watch = createStopwatch(1000, late);
    expect(await outcomeOf(watch.wait(after(600)))).toBe("there");
    await vi.advanceTimersByTimeAsync(5000);
    expect(await outcomeOf(watch.wait(after(300)))).toBe("there");
  });
});

describe("a watch for silence", () => {
  test("allows the whole time for each chunk", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    const outcomes: string[] = [];
    for (const timeMs of [800, 900, 900, 900]) outcomes.push(await outcomeOf(watch.wait(after(timeMs))));
    expect(outcomes).toEqual(["there", "there", "there", "there"]);
  });

  test("reports a chunk that takes longer", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    await outcomeOf(watch.wait(after(100)));
    expect(await outcomeOf(watch.wait(after(1100)))).toBe("late");
  });

  test("reports a silent program before the reader times out", async () => {
    const watch = createSilenceWatch(1000, silent, late);
    expect(await outcomeOf(watch.wait(after(950)))).toBe("silent");
  });
});
