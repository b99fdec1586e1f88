import { describe, expect, test } from "vitest";
import { defaultBudget } from "../../src/contract/budget.ts";
import { anthropic, capabilityProfiles, gemini, openai, textOnly } from "../../src/contract/capabilities.ts";
import { gateMedia, imageTokens } from "../../src/documents/media-gate.ts";
import { image, type ImagePart } from "../../src/contract/events.ts";

const png = (widthPx: number, heightPx = 10): ImagePart => image("image/png", new Uint8Array(4), { widthPx, heightPx });

describe("what an image costs", () => {
  // By hand, from the formulas of the providers' guides.
  test.for([
    ["anthropic", 1568, 1176, 2352],
    ["anthropic", 200, 200, 64],
    ["anthropic", 1, 1, 1],
    ["openai", 1024, 1024, 1024],
    ["openai", 1800, 2400, 2451],
    ["gemini", 3000, 10, 1120],
  ] as const)("%s: %i×%i costs %i tokens", ([name, widthPx, heightPx, tokens]) => {
    expect(imageTokens({ widthPx, heightPx }, capabilityProfiles[name].images)).toBe(tokens);
  });

  test("no image costs more than its provider shows", () => {
    for (const images of [anthropic.images, openai.images]) {
      const max = images?.tokens.kind === "patches" ? images.tokens.maxTokens : 0;
      for (const [widthPx, heightPx] of [
        [9000, 9000],
        [90_000, 1],
        [1, 90_000],
        [5000, 31],
      ] as const) {
        const tokens = imageTokens({ widthPx, heightPx }, images);
        expect(tokens).toBeLessThanOrEqual(max);
        expect(tokens).toBeGreaterThanOrEqual(1);
      }
    }
  });

  test("a model that takes none pays nothing, and so does an unknown size", () => {
    expect(imageTokens({ widthPx: 100, heightPx: 100 }, textOnly.images)).toBe(0);
    expect(imageTokens({}, anthropic.images)).toBe(0);
  });
});

describe("many images", () => {
  const budget = { ...defaultBudget, maxImages: 100 };

  test("beyond twenty, a large one is left out and a small one is taken", () => {
    const used = { images: 20, longestSidePx: 1568, budget };
    expect(gateMedia(png(2001), anthropic, used)).toMatchObject({
      verdict: "omitted",
      notice: { reason: "too-large" },
    });
    expect(gateMedia(png(2000), anthropic, used)).toEqual({ verdict: "taken" });
  });

  test("beside a large one, twenty are all", () => {
    expect(gateMedia(png(10), anthropic, { images: 19, longestSidePx: 2001, budget })).toEqual({ verdict: "taken" });
    expect(gateMedia(png(10), anthropic, { images: 20, longestSidePx: 2001, budget })).toMatchObject({
      verdict: "full",
      maxCount: 20,
    });
  });

  test("a provider without such a rule takes them", () => {
    expect(gateMedia(png(3000), gemini, { images: 50, longestSidePx: 3000, budget })).toEqual({ verdict: "taken" });
  });

  test("the budget's own number holds in every case", () => {
    expect(gateMedia(png(10), gemini, { images: 20, longestSidePx: 10, budget: defaultBudget })).toEqual({
      verdict: "full",
      maxCount: defaultBudget.maxImages,
    });
  });
});

test.for([
  ["image/tiff", 4, 10, "not-accepted"],
  ["image/png", 7_500_001, 10, "too-large"],
  ["image/png", 4, 8001, "too-large"],
] as const)("%s of %i bytes and %i px is %s", ([mediaType, bytes, widthPx, reason]) => {
  const part = image(mediaType, new Uint8Array(bytes), { widthPx, heightPx: 10 });
  const used = { images: 0, longestSidePx: 0, budget: defaultBudget };
  expect(gateMedia(part, anthropic, used)).toMatchObject({ verdict: "omitted", notice: { reason } });
});
