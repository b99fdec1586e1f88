import { anthropic, createReader, gemini, openai, type Capabilities } from "@reader/core";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { image } from "../src/index.ts";
import { corpusPath, hasCorpus, sampleOf } from "./support/corpus.ts";

const families = [
  "documents",
  "hostile/img-pngsuite",
  "hostile/gofuzz-png",
  "hostile/gofuzz-gif",
  "hostile/gofuzz-tiff",
];
const images = /\.(?:png|jpe?g|gif|webp|tiff?|avif|svg|bmp|ico|psd)$/i;

function filesIn(folder: string): readonly string[] {
  return sampleOf(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => images.test(name))
      .toSorted(),
    2,
  );
}

/** Every image gives something that the provider takes, or a typed error. */
async function faultsOf(folder: string, capabilities: Capabilities): Promise<readonly string[]> {
  const reader = createReader({ handlers: [image()], roots: [folder], capabilities });
  const faults: string[] = [];
  for (const name of filesIn(folder)) {
    const outcome = await reader.read(join(folder, name));
    if (!outcome.ok) {
      if (outcome.error.code === "handler-failed") faults.push(`${name}: ${outcome.error.message}`);
      continue;
    }
    faults.push(...outcome.notices.flatMap(({ code }) => (code === "media-omitted" ? [`${name}: left out`] : [])));
    const sides = outcome.parts.flatMap((part) =>
      part.type === "image" ? [part.widthPx ?? 0, part.heightPx ?? 0] : [],
    );
    if (Math.max(0, ...sides) > (capabilities.images?.nativeSidePx ?? 0)) faults.push(`${name}: too large`);
  }
  await reader.close();
  return faults;
}

const cases = families.flatMap((family) =>
  [anthropic, openai, gemini].map((profile) => [family, profile.name, profile] as const),
);

test.skipIf(!hasCorpus).for(cases)(
  "every second image of %s suits %s or is a typed error (skipped without the corpus)",
  async ([family, , profile]) => {
    expect(await faultsOf(join(corpusPath, family), profile)).toEqual([]);
  },
);
