import type { PDFDocument, PDFPage } from "mupdf";
import type { ReadOutcome } from "@reader/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../src/engine/engine.ts";
import { assessPage, markHidden, type PageQuality } from "@reader/pdf-pages/quality";
import type { PageContent } from "@reader/pdf-pages";
import { modelOf } from "./page-models.ts";
import { documentFiles, hasCorpus, hostileFiles, type CorpusFile } from "./corpus-files.ts";
import { createIsolatedReader, textOf } from "./deadly/isolated-reader.ts";
import { badEnding } from "./support/bad-ending.ts";
import { readsWholeCorpus } from "./support/corpus.ts";

const documents = documentFiles();

/**
 * Every sixteenth document, because the tests below assess the pages of all; those with a password; hostile files whose
 * end is known, and every fourth of the others.
 */
function isolatedFiles(): readonly CorpusFile[] {
  const isChosen = ({ password, features }: CorpusFile, index: number): boolean =>
    readsWholeCorpus || index % 16 === 0 || password !== undefined || features.includes("needs-password");
  const isHostileChosen = (file: CorpusFile, index: number): boolean =>
    readsWholeCorpus || index % 4 === 0 || mustEnd(file);
  return [...documents.filter(isChosen), ...hostileFiles().filter(isHostileChosen)];
}

describe.skipIf(!hasCorpus)("PDFs of the corpus, read in their own process (skipped without the corpus)", () => {
  const files = isolatedFiles();
  const reader = createIsolatedReader(1500);
  const outcomes = new Map<CorpusFile, ReadOutcome>();

  beforeAll(async () => {
    const waiting = files.entries();
    const work = async (): Promise<void> => {
      for (const [index, file] of waiting) {
        const request = file.password === undefined ? {} : { password: file.password };
        const asked = [`${String(index)}.pdf`, file.bytes(), request] as const;
        const outcome = await reader.read(...asked);
        // On a busy machine a sound document may take longer than others may.
        const isLate = !outcome.ok && outcome.error.code === "timed-out" && mustEnd(file);
        outcomes.set(file, isLate ? await reader.readPatiently(...asked) : outcome);
      }
    };
    await Promise.all([work(), work()]);
  });

  afterAll(() => reader.close());

  const endOf = (file: CorpusFile): string => {
    const outcome = outcomes.get(file);
    if (outcome === undefined) return "unread";
    return outcome.ok ? "ok" : outcome.error.code;
  };

  test("gives a result or a typed error about the file, and reveals nothing about the machine", () => {
    const faults = [...outcomes].map(([{ name }, outcome]) => ({ name, fault: badEnding(outcome) }));
    expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(faults.length).toBe(files.length);
  });

  test("is followed by a sound document that can be read", async () => {
    expect(await reader.canaryText()).toContain("The canary sings.");
  });

  test("is read if its password is known", () => {
    const known = documents.filter(
      ({ password, features }) => password !== undefined && features.some((feature) => feature.startsWith("pages=")),
    );
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter((file) => endOf(file) !== "ok").map(({ name }) => name)).toEqual([]);
  });

  test("is encrypted if its password is not known", async () => {
    const locked = documents.filter(({ features }) => features.includes("needs-password"));
    const ends = await Promise.all(
      locked.map(
        async ({ name, bytes }, index) =>
          [name, textOf(await reader.readPatiently(`locked-${String(index)}.pdf`, bytes()))] as const,
      ),
    );
    expect(ends.filter(([, text]) => !text.startsWith("encrypted: "))).toEqual([]);
    const demanded = files.filter(({ expectation }) => expectation === "must-error:encrypted");
    expect(demanded.map(endOf).filter((end) => end !== "encrypted")).toEqual([]);
  });
});

/** True if the manifest says how the read of a file ends. */
function mustEnd({ features, expectation }: CorpusFile): boolean {
  return features.some((feature) => feature.startsWith("pages=")) || expectation.startsWith("must-error");
}

interface JudgedPage {
  readonly content: PageContent;
  readonly verdict: PageQuality;
  readonly hiddenRuns: number;
}

describe.skipIf(!hasCorpus)("the pages of the corpus' documents (skipped without the corpus)", () => {
  const pages = new Map<CorpusFile, readonly JudgedPage[]>();

  beforeAll(async () => {
    const engine = await loadPdfEngine();
    for (const file of documents) {
      const judged = await judgedPages(engine, file);
      if (judged.length > 0) pages.set(file, judged);
    }
  });

  const withFeature = (...features: readonly string[]): readonly (readonly [CorpusFile, readonly JudgedPage[]])[] =>
    [...pages].filter(([file]) => file.features.some((feature) => features.includes(feature)));

  test("are garbled if the manifest says so", () => {
    const garbled = withFeature("garbled-text-layer");
    expect(garbled.length).toBeGreaterThan(0);
    const missed = garbled.filter(([, judged]) => !judged.some(({ verdict }) => verdict.layer === "garbled"));
    expect(missed.map(([{ name }]) => name)).toEqual([]);
  });

  test("have no text if the manifest says so", () => {
    const empty = withFeature("scanned-or-image-only", "no-text");
    expect(empty.length).toBeGreaterThan(0);
    const missed = empty.filter(([, judged]) => judged.some(({ verdict }) => verdict.layer === "sound"));
    expect(missed.map(([{ name }]) => name)).toEqual([]);
  });

  test("cause no false alarm in more than a hundred sound documents", () => {
    const sound = [...pages].filter(
      ([{ features }]) => !features.some((feature) => /garbled|scanned|no-text/.test(feature)),
    );
    expect(sound.length).toBeGreaterThan(100);
    const alarms = sound.filter(([, judged]) =>
      judged.some((page) => page.verdict.layer === "garbled" && !isMostlyUnmapped(page.content)),
    );
    expect(alarms.map(([{ name }]) => name)).toEqual([]);
    const empty = sound.filter(([, judged]) => judged.every(({ verdict }) => verdict.layer === "none"));
    expect(
      empty
        .flatMap(([, judged]) => judged.map(({ content }) => visibleText(content).length))
        .filter((length) => length > 16),
    ).toEqual([]);
  });

  test("rarely hide text", () => {
    const all = [...pages.values()].flat();
    expect(all.filter(({ hiddenRuns }) => hiddenRuns > 0).length / all.length).toBeLessThan(0.05);
  });
});

const maxJudgedPages = 30;

/** Assesses the first pages of a document; none if the engine cannot open it. */
async function judgedPages(engine: PdfEngine, { bytes, password }: CorpusFile): Promise<readonly JudgedPage[]> {
  let document: PDFDocument | undefined;
  try {
    document = engine.PDFDocument.openDocument(bytes(), "application/pdf") as PDFDocument;
    if (document.needsPassword() && document.authenticatePassword(password ?? "") === 0) return [];
    const opened = document;
    const count = Math.min(document.countPages(), maxJudgedPages);
    const pages: JudgedPage[] = [];
    for (let index = 0; index < count; index += 1) pages.push(await judged(engine, opened.loadPage(index)));
    return pages;
  } catch {
    return [];
  } finally {
    document?.destroy();
  }
}

async function judged(engine: PdfEngine, page: PDFPage): Promise<JudgedPage> {
  try {
    const model = modelOf(engine, page);
    const { content } = model;
    const marked = await markHidden(model);
    const runs = marked.blocks.flatMap(({ lines }) => lines.flatMap((line) => line.runs));
    return {
      content,
      verdict: assessPage(content),
      hiddenRuns: runs.filter(({ hidden }) => hidden !== undefined).length,
    };
  } finally {
    page.destroy();
  }
}

function visibleText({ blocks }: PageContent): string {
  return blocks
    .flatMap(({ lines }) => lines.flatMap(({ runs }) => runs.map(({ text }) => text)))
    .join("")
    .replaceAll(/\s/gu, "");
}

/** An independent measure: true if a third of the characters are replacements, controls, private use or unassigned. */
function isMostlyUnmapped(content: PageContent): boolean {
  const characters = Array.from(visibleText(content));
  const lost = characters.filter((character) => /[\ufffd\p{C}]/u.test(character));
  return lost.length > characters.length * 0.3;
}
