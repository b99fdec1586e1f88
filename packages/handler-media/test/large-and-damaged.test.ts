import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { anthropic, createReader } from "@reader/core";
import { defineHandler, image as imageEvent, ReadError } from "@reader/core/handler";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { collectFacts } from "../src/collect-facts.ts";
import { media } from "../src/index.ts";
import type { TextTrack } from "../src/model/media-facts.ts";
import { type ByteWindow, createWindow } from "../src/source/byte-window.ts";

function fixture(path: string): Buffer {
  return readFileSync(new URL(`../../../fixtures/media/${path}`, import.meta.url));
}

/** A file of pieces with gaps of zeros between them, and the number of bytes that were read of it. */
function sparse(
  size: number,
  pieces: readonly (readonly [at: number, bytes: Buffer])[],
): { window: ByteWindow; read(): number } {
  let read = 0;
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    const bytes = Buffer.alloc(Math.min(end, size) - start);
    read += bytes.length;
    for (const [at, piece] of pieces) {
      const from = Math.max(at, start);
      const to = Math.min(at + piece.length, start + bytes.length);
      if (from < to) piece.copy(bytes, from - start, from - at, to - at);
    }
    return Promise.resolve(bytes);
  };
  return { window: createWindow({ path: "film", size, slice }), read: () => read };
}

async function wordsOf(track: TextTrack | undefined): Promise<readonly string[]> {
  const words: string[] = [];
  for await (const { text } of track?.read(new AbortController().signal) ?? []) words.push(text);
  return words;
}

/** Reads one file in memory, and returns what a model sees. */
async function shown(name: string, content: Uint8Array, request: object = {}): Promise<string> {
  const reader = createReader({
    handlers: [media()],
    fileSystem: memoryFileSystem({ entries: { [`/${name}`]: content } }),
    roots: ["/"],
  });
  return renderText(await reader.read({ path: name, ...request }));
}

describe("large films", () => {
  test("a transport stream of five gigabytes costs little, and lasts until its last image", async () => {
    const stream = fixture("ts/input.ts");
    // Ten hours later.
    const last = Buffer.from(stream.subarray(stream.length - 188 * 40));
    for (let at = 0; at < last.length; at += 188) {
      const unit = last.indexOf(Buffer.from([0, 0, 1]), at);
      if (unit >= at && unit < at + 188 && ((last[unit + 7] ?? 0) & 0x80) !== 0)
        last[unit + 9] = (last[unit + 9] ?? 0) | 6;
    }
    const size = 188 * 28_000_000;
    const film = sparse(size, [
      [0, stream],
      [size - last.length, last],
    ]);
    const facts = await collectFacts(film.window, "video/mp2t");
    expect(facts.streams.map(({ codec }) => codec)).toEqual(["MPEG-2", "AC-3"]);
    expect(facts.durationMs).toBeGreaterThan(9 * 3_600_000);
    expect(film.read()).toBeLessThan(4 * 1024 * 1024);
  });

  test("tables and descriptions with impossible lengths end where the file does", async () => {
    for (const [name, type] of [
      ["ts/input.ts", "video/mp2t"],
      ["m2ts/input.m2ts", "video/mp2t"],
      ["flv/input.flv", "video/x-flv"],
      ["eac3/input.eac3", "audio/vnd.dolby.dd-raw"],
    ] as const) {
      const sound = fixture(name);
      for (let at = 0; at < Math.min(sound.length, 1500); at += 1) {
        const damaged = Buffer.from(sound);
        damaged[at] = 0xff;
        const slice = (start: number, end: number): Promise<Uint8Array> =>
          Promise.resolve(damaged.subarray(start, end));
        const facts = collectFacts(createWindow({ path: name, size: damaged.length, slice }), type);
        await facts.catch((error: unknown) => expect(ReadError.is(error)).toBe(true));
      }
    }
  });

  test("an MP4 film of five gigabytes with its index at the end costs little", async () => {
    const film = fixture("mp4/input.mp4");
    const index = film.indexOf("moov") - 4;
    const start = film.subarray(0, film.indexOf("mdat") - 4);
    const size = 5 * 1024 ** 3;
    const head = Buffer.alloc(16);
    head.writeUInt32BE(1);
    head.write("mdat", 4);
    head.writeBigUInt64BE(BigInt(size), 8);
    const moov = film.subarray(index);
    const largeFilm = sparse(start.length + size + moov.length, [
      [0, Buffer.concat([start, head])],
      [start.length + size, moov],
    ]);
    const facts = await collectFacts(largeFilm.window, "video/mp4");
    expect(facts.streams.map(({ kind }) => kind)).toEqual(["video", "audio", "subtitles", "subtitles", "chapters"]);
    expect(facts.remarks.join(" ")).not.toContain("cut off");
    expect(largeFilm.read()).toBeLessThan(4 * 1024 * 1024);
  });

  test("subtitles of a Matroska file are found by its index, and frames are not read", async () => {
    const film = fixture("mkv/input.mkv");
    let read = 0;
    const window: ByteWindow = {
      path: "film",
      size: film.length,
      slice: (start, end) => {
        read += Math.min(end, film.length) - start;
        return Promise.resolve(film.subarray(start, end));
      },
    };
    const { texts } = await collectFacts(window, "video/x-matroska");
    read = 0;
    expect(await wordsOf(texts[0])).toEqual(["First line of two", "Second — ligne"]);
    expect(read).toBeLessThan(2000);
  });
});

describe("damaged files", () => {
  test.for([
    "mp3/input.mp3",
    "flac/input.flac",
    "vorbis/input.ogg",
    "wav/input.wav",
    "mkv/input.mkv",
    "mp4/input.mp4",
    "avi/input.avi",
    "wma/input.wma",
  ])("%s cut anywhere is described or is a typed error", async (path) => {
    const whole = fixture(path);
    for (let length = 64; length < whole.length; length += Math.ceil(whole.length / 12)) {
      const text = await shown(path.replace(/^.*\//, ""), whole.subarray(0, length));
      expect(text).not.toMatch(/handler-failed/);
    }
  });

  test("a Flash video without a sound duration lasts until its last tag, unless it is cut off", async () => {
    const durationOf = async (film: Buffer): Promise<number | undefined> => {
      const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(film.subarray(start, end));
      const facts = await collectFacts(createWindow({ path: "x.flv", size: film.length, slice }), "video/x-flv");
      return facts.durationMs;
    };
    const film = Buffer.from(fixture("flv/input.flv"));
    const at = film.indexOf("duration") + 9;
    film.writeDoubleBE(0, at);
    const lastTime = await durationOf(film);
    expect(lastTime).toBeGreaterThan(1000);
    film.writeDoubleBE(1e300, at);
    expect(await durationOf(film)).toBe(lastTime);
    film.writeUInt32BE(100, film.length - 4);
    expect(await durationOf(film)).toBeUndefined();
  });

  test("a text table of an MP4 file that states a thousand million samples ends at a limit", async () => {
    const film = Buffer.from(fixture("mp4/input.mp4"));
    const at = film.lastIndexOf("stsz") + 4;
    film.writeUInt32BE(1, at + 4);
    film.writeUInt32BE(0xffffffff, at + 8);
    expect(await shown("x.mp4", film)).toContain("MP4 ·");
  });
});

test("an image of a recording is read by the handler of images", async () => {
  const image = defineHandler({
    name: "image",
    mediaTypes: ["image/png"],
    async *read(source) {
      yield imageEvent("image/png", await source.bytes(), { widthPx: 16, heightPx: 16 });
    },
  });
  const fileSystem = memoryFileSystem({ entries: { "/x.mp3": fixture("mp3/input.mp3") } });
  const reader = createReader({ handlers: [media(), image], fileSystem, roots: ["/"], capabilities: anthropic });
  const outcome = await reader.read({ path: "x.mp3", select: "image/1" });
  expect(outcome.parts.map(({ type }) => type)).toEqual(["image"]);
});

test("the outline lists chapters", async () => {
  expect(await shown("x.mkv", fixture("mkv/input.mkv"), { view: "outline" })).toBe(
    "1\t00:00:00 Beginning\n2\t00:00:01 The end\n",
  );
});
