import type { BatchProgress } from "@reader/batch";
import { describe, expect, test } from "vitest";
import { createBatchProgress } from "../../src/commands/batch-report.ts";

function progressOf(done: number, documents = 10_000): BatchProgress {
  const totals = {
    read: done,
    partial: 0,
    failed: 3,
    kept: 0,
    tokens: 0,
    bytes: 0,
    ms: 0,
    byHandler: { text: 400, pdf: 20 },
    byCode: { "timed-out": 2, corrupt: 1 },
    byReason: {},
  };
  return { phase: "reading", documents, done, readNow: done, totals };
}

/** What is written, with a clock that a test moves. */
function shownBy(options: { readonly isTerminal: boolean; readonly isQuiet?: boolean }) {
  const written: string[] = [];
  const time = { now: 0 };
  const progress = createBatchProgress({
    ...options,
    columns: 200,
    clock: () => time.now,
    write: (text) => written.push(text),
  });
  return { written, time, progress };
}

describe("the progress of a batch", () => {
  test("is one changing line on a terminal, with rate, time left and counts", () => {
    const { written, time, progress } = shownBy({ isTerminal: true });
    time.now = 2000;
    progress.show(progressOf(2500));
    progress.show(progressOf(2501));
    time.now = 2100;
    progress.show(progressOf(5000));
    progress.clear();
    expect(written).toEqual([
      "\r\u001b[K[#####---------------] 2500 of 10 000 · 1250/s · 6.0 s left · 3 failed (timed-out 2, corrupt 1) · text 400, pdf 20",
      "\r\u001b[K[##########----------] 5000 of 10 000 · 2381/s · 2.1 s left · 3 failed (timed-out 2, corrupt 1) · text 400, pdf 20",
      "\r\u001b[K",
    ]);
  });

  test("is a plain line every ten seconds elsewhere", () => {
    const { written, time, progress } = shownBy({ isTerminal: false });
    for (time.now = 0; time.now <= 25_000; time.now += 1000) progress.show(progressOf(time.now));
    progress.clear();
    expect(written.map((line) => line.slice(0, 40))).toEqual([
      "[####################] 10 000 of 10 000 ",
      "[####################] 20 000 of 10 000 ",
    ]);
    expect(written.join("")).not.toContain("\u001b");
  });

  test("shows the files found while it lists them", () => {
    const { written, progress } = shownBy({ isTerminal: true });
    progress.show({ ...progressOf(0, 12_000), phase: "planning" });
    expect(written).toEqual(["\r\u001b[K12 000 files found …"]);
  });

  test("is nothing if asked to be quiet", () => {
    const { written, time, progress } = shownBy({ isTerminal: true, isQuiet: true });
    time.now = 60_000;
    progress.show(progressOf(1));
    progress.clear();
    expect(written).toEqual([]);
  });
});
