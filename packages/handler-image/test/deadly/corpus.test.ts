import type { ReadOutcome } from "@reader/core";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canaryPng } from "./deadly-images.ts";
import { createIsolatedImages } from "./isolated-reader.ts";
import { badEnding } from "../support/bad-ending.ts";
import { corpus, hasCorpus, readsWholeCorpus } from "../support/corpus.ts";

const images = /\.(?:png|jpe?g|gif|webp|tiff?|avif|heic|svg|bmp|ico|psd)$/i;

interface Entry {
  readonly file: string;
  readonly expect?: unknown;
}

interface CorpusImage {
  readonly name: string;
  readonly url: URL;
  readonly expectation: string;
}

/** The images of the corpus; a manifest may put the name of its half before the path. */
function corpusImages(): readonly CorpusImage[] {
  const manifest = readFileSync(new URL("documents/manifest.json", corpus), "utf8");
  const documents = imagesInside("documents/", JSON.parse(manifest) as readonly Entry[]);
  const lines = readFileSync(new URL("hostile/manifest.jsonl", corpus), "utf8").trim().split("\n");
  return [
    ...documents,
    ...imagesInside(
      "hostile/",
      lines.map((line) => JSON.parse(line) as Entry),
    ),
  ];
}

function imagesInside(folder: string, entries: readonly Entry[]): readonly CorpusImage[] {
  return entries
    .filter(({ file }) => images.test(file))
    .flatMap(({ file, expect: expectation }) => {
      const urls = [file, file.slice(file.indexOf("/") + 1)].map((path) => new URL(encodeURI(folder + path), corpus));
      const url = urls.find((each) => existsSync(each));
      return url === undefined
        ? []
        : [{ name: file, url, expectation: typeof expectation === "string" ? expectation : "" }];
    });
}

/** Those whose end is known, and every third of the others. */
function chosenImages(): readonly CorpusImage[] {
  const isKnown = ({ expectation }: CorpusImage): boolean => /^(?:decodes|must-error)/.test(expectation);
  return corpusImages().filter((image, index) => readsWholeCorpus || isKnown(image) || index % 3 === 0);
}

describe.skipIf(!hasCorpus)("images of the corpus, read in a separate process (skipped without the corpus)", () => {
  const files = hasCorpus ? chosenImages() : [];
  const images = createIsolatedImages(10_000);
  const outcomes = new Map<CorpusImage, ReadOutcome>();

  beforeAll(async () => {
    const waiting = files.entries();
    const work = async (): Promise<void> => {
      for (const [index, file] of waiting) {
        const path = `/${String(index)}-${file.name.slice(file.name.lastIndexOf("/") + 1)}`;
        images.files.put(path, new Uint8Array(readFileSync(file.url)));
        outcomes.set(file, await (file.expectation === "decodes" ? images.readPatiently : images.read)(path));
        images.files.remove(path);
      }
    };
    await Promise.all([work(), work()]);
  });

  afterAll(() => images.close());

  const endOf = (file: CorpusImage): string => {
    const outcome = outcomes.get(file);
    if (outcome === undefined) return "unread";
    return outcome.ok ? "ok" : outcome.error.code;
  };

  test("gives a result or a typed error about the file, and reveals nothing about the machine", () => {
    const faults = [...outcomes].map(([{ name }, outcome]) => ({ name, fault: badEnding(outcome) }));
    expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(faults.length).toBe(files.length);
  });

  test("is followed by a sound image that reads", async () => {
    images.files.put("/canary.png", canaryPng());
    const canary = await images.readPatiently("/canary.png");
    expect(canary.ok && canary.parts.some((part) => part.type === "image")).toBe(true);
  });

  test("is shown where the manifest says that it decodes", () => {
    const sound = files.filter(({ expectation }) => expectation === "decodes");
    expect(sound.length).toBeGreaterThan(0);
    expect(sound.filter((file) => endOf(file) !== "ok").map((file) => [file.name, endOf(file)])).toEqual([]);
  });

  test("is refused or said to be damaged where the manifest says that it is", () => {
    const damaged = files.filter(({ expectation }) => expectation === "must-error:corrupt-image");
    expect(damaged.length).toBeGreaterThan(0);
    const silent = damaged.filter((file) => {
      const outcome = outcomes.get(file);
      return outcome?.ok === true && outcome.notices.length === 0;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
