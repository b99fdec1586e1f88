import { afterAll, expect, test } from "vitest";
import { canaryPng, deadlyImages } from "./deadly-images.ts";
import { createIsolatedImages } from "./isolated-reader.ts";

const images = createIsolatedImages(15_000);

afterAll(() => images.close());

test.for(Object.entries(deadlyImages))(
  "%s ends as it may, and the next image is read",
  async ([, { name, make, ends }]) => {
    images.files.put(`/${name}`, make());
    const outcome = await (ends.includes("timed-out") ? images.read : images.readPatiently)(`/${name}`);
    images.files.remove(`/${name}`);
    expect(ends).toContain(outcome.ok ? "ok" : outcome.error.code);
    images.files.put("/canary.png", canaryPng());
    const canary = await images.readPatiently("/canary.png");
    expect(canary.ok && canary.parts.find((part) => part.type === "image")).toMatchObject({ mediaType: "image/png" });
  },
);
