import type { BatchProgress, BatchSummary } from "@reader/batch";
import { describe, expect, test } from "vitest";
import { createBatchProgress, type SummaryFacts, summaryText } from "../../src/commands/batch-report.ts";

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
  return { phase: "reading", documents, done, readNow: done, left: documents - done, retries: 0, totals };
}

/** What is written, with a clock that a test moves. */
function shownBy(options: { readonly isTerminal: boolean; readonly isQuiet?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const time = { now: 0 };
  const progress = createBatchProgress({
    columns: 200,
    ...options,
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

  test("of a retry counts what is read again", () => {
    const { written, time, progress } = shownBy({ isTerminal: true });
    time.now = 2000;
    progress.show({ ...progressOf(10_000), readNow: 10, left: 30, retries: 40 });
    expect(written).toEqual([
      "\r\u001b[K[#####---------------] 10 of 40 again · 5.0/s · 6.0 s left · 3 failed (timed-out 2, corrupt 1) · text 400, pdf 20",
    ]);
  });

  test.for([
    [100, "2500 of 10 000 · 1250/s · 6.0 s left · 3 failed (timed-out 2, corrupt 1)"],
    [80, "2500 of 10 000 · 1250/s · 6.0 s left · 3 failed"],
    [50, "2500 of 10 000 · 1250/s"],
    [30, "2500 o"],
  ] as const)("has whole parts in %i columns", ([columns, words]) => {
    const { written, time, progress } = shownBy({ isTerminal: true, columns });
    time.now = 2000;
    progress.show(progressOf(2500));
    expect(written).toEqual([`\r\u001b[K[#####---------------] ${words}`]);
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

describe("the report of a start", () => {
  const { totals } = progressOf(97, 100);
  const summary = {
    state: "complete",
    wasComplete: false,
    documents: 100,
    pending: 0,
    totals,
    skipped: {},
    problems: [],
    ms: 1200,
  } as const;
  const facts = { out: "text", again: "reader batch docs --out text" };
  const retry = { ...facts, again: "reader batch retry text", retry: "all" } as const;
  const all = ["  97 read (0 B, about 0 tokens): text 400, pdf 20", "  3 failed: timed-out 2, corrupt 1"];
  const failures = [
    "Failures: text/failures.jsonl, each with the command that repeats it.",
    "Try them again: reader batch retry text --code corrupt,timed-out",
  ];
  const interrupted = { ...summary, state: "interrupted", pending: 40 } as const;

  test.for<readonly [string, BatchSummary, SummaryFacts, readonly string[]]>([
    ["that read everything", { ...summary, now: { read: 97, failed: 3, retries: 0 } }, facts, ["Done in 1.2 s."]],
    [
      "that went on",
      { ...summary, now: { read: 50, failed: 1, retries: 0 } },
      facts,
      ["Done in 1.2 s: 50 read, 1 failed, and the others before.", "The whole run:"],
    ],
    [
      "of a retry",
      { ...summary, now: { read: 2, failed: 3, retries: 5 } },
      retry,
      ["Done in 1.2 s: 5 failed documents read again: 2 read, 3 failed.", "The whole run:"],
    ],
    [
      "of a retry without such failures",
      { ...summary, wasComplete: true },
      { ...retry, retry: ["not-found"] },
      ["No document failed with not-found: nothing to read again."],
    ],
  ])("%s", ([, given, words, first]) => {
    expect(summaryText(given, words)).toBe(`${[...first, ...all, ...failures].join("\n")}\n`);
  });

  test("that was interrupted names the command that goes on", () => {
    const now = { read: 50, failed: 1, retries: 0 };
    const first = "Interrupted: 60 of 100 documents are done.";
    expect(summaryText({ ...interrupted, now }, facts)).toBe(
      `${[first, ...all, `Go on with: ${facts.again}`].join("\n")}\n`,
    );
  });

  test("of a retry that was interrupted says how far it is", () => {
    const now = { read: 2, failed: 1, retries: 5 };
    expect(summaryText({ ...interrupted, pending: 0, now }, retry).split("\n")).toEqual([
      "Interrupted: 5 failed documents to read again, 2 read, 1 failed.",
      "The whole run: 100 of 100 documents are done.",
      ...all,
      "Go on with: reader batch retry text",
      "",
    ]);
  });
});
