import { readFileSync } from "node:fs";
import { createReader, type Reader, type Transcriber } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { memoryFileSystem } from "@reader/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { media } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const isolation = isolate([media()], { resolveFrom: import.meta.url, childModule: builtChild(import.meta.url) });
afterAll(() => isolation.close());

function fixture(path: string): Uint8Array {
  return readFileSync(new URL(`../../../fixtures/media/${path}`, import.meta.url));
}

interface Fake extends Transcriber {
  calls: number;
}

function fake(transcribe: Transcriber["transcribe"]): Fake {
  const made: Fake = {
    name: "fake",
    calls: 0,
    transcribe(recording, options) {
      made.calls += 1;
      return transcribe(recording, options);
    },
  };
  return made;
}

const hearing = (): Fake =>
  fake(async ({ name, mediaType, size, slice }) => ({
    by: "Fake (tiny)",
    language: "en",
    passages: [
      { startMs: 0, endMs: 900, speaker: "Ada", text: `This is ${name}, ${mediaType}, ${size} bytes.` },
      { startMs: 61_000, text: String.fromCharCode(...(await slice(0, 3))) },
    ],
  }));

function readerOf(transcribe: Transcriber | undefined, options: object = {}): Reader {
  const entries = { "/x.mp3": fixture("mp3/input.mp3"), "/film.mp4": fixture("mp4/input.mp4") };
  return createReader({
    handlers: [media()],
    fileSystem: memoryFileSystem({ entries }),
    roots: ["/"],
    transcribe,
    ...options,
  });
}

describe("transcripts", () => {
  test("nothing is transcribed without a transcriber", async () => {
    expect(renderText(await readerOf(undefined).read("x.mp3"))).toContain("is not known to the reader");
  });

  test.for(["in this process", "in an isolated process"])("a recording is transcribed %s, once", async (where) => {
    const transcriber = hearing();
    const handlers = where === "in this process" ? [media()] : isolation.handlers;
    const reader = readerOf(transcriber, { handlers });
    const text = renderText(await reader.read("x.mp3"));
    expect(text).toContain("Transcript (recognised by Fake (tiny), en, and may have errors):");
    expect(text).toContain("00:00:00 – 00:00:00  Ada: This is x.mp3, audio/mpeg, 5394 bytes.");
    expect(text).toContain("00:01:01  ID3");
    expect(text).not.toContain("is not known to the reader");
    await reader.read({ path: "x.mp3", limit: 3 });
    await reader.read({ path: "x.mp3", select: "transcript" });
    expect(transcriber.calls).toBe(1);
  });

  test("a film with subtitles is transcribed on request only", async () => {
    const transcriber = hearing();
    const reader = readerOf(transcriber);
    await reader.read("film.mp4");
    expect(transcriber.calls).toBe(0);
    expect(renderText(await reader.read({ path: "film.mp4", select: "transcript" }))).toContain("This is film.mp4");
  });

  test("a file is described without a transcript", async () => {
    const transcriber = hearing();
    await readerOf(transcriber).info({ path: "x.mp3" });
    expect(transcriber.calls).toBe(0);
  });

  test("a read without recognition has no transcript", async () => {
    const transcriber = hearing();
    await readerOf(transcriber).read("x.mp3", { recognise: false });
    expect(transcriber.calls).toBe(0);
  });

  test.for([
    ["that fails", fake(() => Promise.reject(new Error("no model")))],
    ["whose answer is no transcript", fake(() => Promise.resolve({ by: "x", passages: [{ startMs: -1, text: "" }] }))],
  ] as const)("a transcriber %s is a line in the place of the transcript", async ([, transcriber]) => {
    const text = renderText(await readerOf(transcriber).read("x.mp3"));
    expect(text).toContain("Title: A tone");
    expect(text).toContain("(it could not be transcribed: The transcriber fake failed.)");
  });

  test("a transcriber that never answers is aborted", async () => {
    const signals: AbortSignal[] = [];
    const transcriber = fake((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const text = renderText(await readerOf(transcriber, { budget: { recogniseTimeMs: 20 } }).read("x.mp3"));
    expect(text).toContain("(it could not be transcribed: The recording was not transcribed within 20 ms.)");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
