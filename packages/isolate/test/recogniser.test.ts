import { ReadError } from "@reader/core";
import type { Recognised, RecognisableImage } from "@reader/core/internal";
import { describe, expect, onTestFinished, test } from "vitest";
import { isolateRecogniser, optionalRecogniser, type IsolatedRecogniser } from "../src/index.ts";
import { contextWith, isolated, moduleOf, open, readAll, textOf } from "./support.ts";

const module = moduleOf("recognising");
const scanning = { name: "scanning", mediaTypes: [], origin: { module, export: "scanning" } };

function recognisedOf(text: string): Recognised {
  const box = { x0: 0, y0: 0, x1: 1, y1: 1 };
  return { by: "Fake", lines: [{ text, confidence: 90, box, words: [] }], confidence: 90, turned: 0, skewDegrees: 0 };
}

describe("a handler in a process of its own", () => {
  test("gets the text of its images from the recogniser of its parent", async () => {
    const seen: RecognisableImage[] = [];
    const context = contextWith({
      recognise: (image) => {
        seen.push(image);
        return Promise.resolve(recognisedOf("recognised in the parent"));
      },
    });
    expect(textOf(await readAll(isolated(scanning), "x", context))).toBe("recognised in the parent\n");
    expect(seen).toEqual([{ data: new Uint8Array([1, 2, 3, 4, 5, 6]), widthPx: 3, heightPx: 2 }]);
  });

  test("has no recogniser where its parent has none", async () => {
    expect(textOf(await readAll(isolated(scanning), "x"))).toBe("nobody recognises\n");
  });

  test("stops at once when it is aborted, whatever the recogniser does", async () => {
    const handler = isolated(scanning, { hardKillAfterMs: 600_000 });
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const recognise = (): Promise<Recognised> => {
      ask();
      return new Promise(() => undefined);
    };
    const reading = open(handler, "x", contextWith({ recognise }));
    const first = reading.next().catch((error: unknown) => error);
    await asked;
    await reading.return?.();
    expect(await first).toMatchObject({ code: "aborted" });
  });

  test("meets the error of a recogniser as it was", async () => {
    const error = new ReadError("handler-failed", "No data.", { details: { package: "data" } });
    const outcome = await readAll(isolated(scanning), "x", contextWith({ recognise: () => Promise.reject(error) }));
    expect(outcome.error).toBe(error);
  });
});

describe("a recogniser in a process of its own", () => {
  const image: RecognisableImage = { data: new Uint8Array([7, 8]), widthPx: 2, heightPx: 1 };
  const { signal } = new AbortController();

  function recogniser(): IsolatedRecogniser {
    const found = optionalRecogniser({ name: "telling", languages: [], origin: { module, export: "telling" } }, module);
    const described = { name: "telling", languages: [], recognise: () => Promise.reject(new Error("not here")) };
    expect(found).toBeUndefined();
    const made = isolateRecogniser({ ...described, origin: () => ({ module, export: "telling" }) });
    onTestFinished(() => made.close());
    return made;
  }

  test("gives what it would give here", async () => {
    await expect(recogniser().recognise(image, { signal })).resolves.toMatchObject({
      by: "Telling",
      lines: [{ text: "2×1: 7 8" }],
    });
  });

  test("that loops is killed when its result is not needed any more, and the next image is recognised", async () => {
    const made = recogniser();
    const abort = new AbortController();
    const looping = made.recognise({ ...image, data: new Uint8Array([255, 8]) }, { signal: abort.signal });
    abort.abort(new ReadError("timed-out", "Too long."));
    await expect(looping).rejects.toMatchObject({ code: "timed-out" });
    await expect(made.recognise(image, { signal })).resolves.toMatchObject({ confidence: 50 });
  });

  test("that dies is a typed error, and the next image is recognised", async () => {
    const made = recogniser();
    const dying = made.recognise({ ...image, data: new Uint8Array([254, 8]) }, { signal });
    await expect(dying).rejects.toSatisfy((error) => ReadError.is(error));
    await expect(made.recognise(image, { signal })).resolves.toMatchObject({ confidence: 50 });
  });
});
