import { expect, test } from "vitest";
import { unreadable } from "../../src/render/unreadable.ts";

test("a type with a package names it", () => {
  const error = unreadable("docs/a.pdf", "application/pdf");
  expect(error.code).toBe("unsupported-type");
  expect(error.message).toMatch(/^docs\/a\.pdf is a PDF document, /);
  expect(error.hint).toContain("@reader/handler-pdf");
  expect(error.details).toEqual({ mediaType: "application/pdf", package: "@reader/handler-pdf" });
});

test("a type without a package has another way", () => {
  const error = unreadable("a.h5", "application/x-hdf5");
  expect(error.message).toContain("an HDF5 file");
  expect(error.hint).toContain("h5dump");
  expect(error.details).toEqual({ mediaType: "application/x-hdf5" });
});

test.for(["application/octet-stream", "application/x-nobody-knows"])("%s has words and a next step", (mediaType) => {
  const error = unreadable("a", mediaType);
  expect(error.code).toBe(mediaType === "application/octet-stream" ? "binary" : "unsupported-type");
  expect(error.message).toMatch(/^a is .+\.$/);
  expect(error.hint).toMatch(/\.$/);
});

test("a text type whose bytes are no text is binary, and not said to be text alone", () => {
  const error = unreadable("a.xml", "application/xml");
  expect(error.code).toBe("binary");
  expect(error.message).toContain("binary after");
  expect(error.hint).toContain("strings");
});
