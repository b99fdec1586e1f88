import { expect, test } from "vitest";
import { createProgress, type Progress } from "../../src/output/write.ts";

interface Watched {
  readonly progress: Progress;
  readonly written: string[];
  readonly looks: () => number;
  readonly at: (milliseconds: number) => void;
}

function watch(isSeen = true): Watched {
  const written: string[] = [];
  let now = 5000;
  let looks = 0;
  const progress = createProgress({
    clock: () => now,
    isSeen: () => {
      looks += 1;
      return isSeen;
    },
    write: (text) => written.push(text),
  });
  return { progress, written, looks: () => looks, at: (milliseconds) => (now = 5000 + milliseconds) };
}

test("a read of less than a second shows nothing, and does not look for a terminal", () => {
  const { progress, written, looks, at } = watch();
  for (const time of [0, 500, 999]) {
    at(time);
    progress.show({ doneBytes: 1, totalBytes: 2 });
  }
  progress.clear();
  expect([written, looks()]).toEqual([[], 0]);
});

test("a longer one shows bytes and percent, ten times a second, and takes them away", () => {
  const { progress, written, at } = watch();
  for (const [time, doneBytes] of [
    [1000, 1e9],
    [1050, 1.1e9],
    [1100, 1.29e9],
  ] as const) {
    at(time);
    progress.show({ doneBytes, totalBytes: 4e9 });
  }
  progress.clear();
  progress.clear();
  expect(written).toEqual([
    "\r\u001b[K1 GB of 4 GB scanned, 25 % …",
    "\r\u001b[K1.29 GB of 4 GB scanned, 32 % …",
    "\r\u001b[K",
  ]);
});

test("of a pipe only what has come is known; an empty file is done", () => {
  const { progress, written, at } = watch();
  at(1000);
  progress.show({ doneBytes: 12_345 });
  at(2000);
  progress.show({ doneBytes: 0, totalBytes: 0 });
  expect(written).toEqual(["\r\u001b[K12.3 KB received …", "\r\u001b[K0 B of 0 B scanned, 100 % …"]);
});

test("without a terminal nothing is written, and it is looked for once", () => {
  const { progress, written, looks, at } = watch(false);
  for (const time of [1000, 2000, 3000]) {
    at(time);
    progress.show({ doneBytes: 1, totalBytes: 2 });
  }
  progress.clear();
  expect([written, looks()]).toEqual([[], 1]);
});

test("pages of a scan are counted", () => {
  const { progress, written, at } = watch();
  at(1000);
  progress.show({ page: 3, totalPages: 300 });
  at(1200);
  progress.show({ page: 4 });
  expect(written).toEqual(["\r\u001b[Kpage 3 of 300 recognised …", "\r\u001b[Kpage 4 recognised …"]);
});
