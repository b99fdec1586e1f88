import { expect, test } from "vitest";
import { gatherText } from "../../../src/sheets/sheet-events.ts";

async function* repeated(piece: string, count: number): AsyncGenerator<string> {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(piece);
}

async function all(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

test("the first chunk is passed on at once, and later chunks grow", async () => {
  const pieces = await all(gatherText(repeated("|1|a|b|\n".repeat(1000), 1000)));
  expect(pieces[0]).toHaveLength(8000);
  expect(pieces.length).toBeLessThan(20);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_100_000);
});

test("the text stays the same, whatever its characters are", async () => {
  const piece = "|1|Zürich|東京|𝛼|\n".repeat(500);
  expect((await all(gatherText(repeated(piece, 300)))).join("")).toBe(piece.repeat(300));
});

test("text before an error is not lost", async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield* repeated("row\n", 3);
    throw new Error("damaged");
  };
  const found: string[] = [];
  const read = async (): Promise<void> => {
    for await (const piece of gatherText(failing())) found.push(piece);
  };
  await expect(read()).rejects.toThrow("damaged");
  expect(found.join("")).toBe("row\n".repeat(3));
});

test("stopping early stops the rows too", async () => {
  let isStopped = false;
  const rows = async function* (): AsyncGenerator<string> {
    try {
      yield* repeated("row\n", 1000);
    } finally {
      isStopped = true;
    }
  };
  for await (const _ of gatherText(rows())) break;
  expect(isStopped).toBe(true);
});
