import { expect, test } from "vitest";
import { unreadable } from "../../src/render/unreadable.ts";

test("a type with a package names it", () => {
  const error = unreadable("docs/a.pdf", { mediaType: "application/pdf", by: "signature" });
  expect(error.code).toBe("unsupported-type");
  expect(error.message).toMatch(/^docs\/a\.pdf is a PDF document, /);
  expect(error.hint).toContain("@reader/handler-pdf");
  expect(error.details).toEqual({ mediaType: "application/pdf", package: "@reader/handler-pdf" });
});

test("a type without a package has another way", () => {
  const error = unreadable("a.h5", { mediaType: "application/x-hdf5", by: "signature" });
  expect(error.message).toContain("an HDF5 file");
  expect(error.hint).toContain("h5dump");
  expect(error.details).toEqual({ mediaType: "application/x-hdf5" });
});

test.for(["application/octet-stream", "application/x-nobody-knows"])("%s has words and a next step", (mediaType) => {
  const error = unreadable("a", { mediaType, by: "signature" });
  expect(error.code).toBe(mediaType === "application/octet-stream" ? "binary" : "unsupported-type");
  expect(error.message).toMatch(/^a is .+\.$/);
  expect(error.hint).toMatch(/\.$/);
});

test("a text type whose bytes are no text is binary, and not said to be text alone", () => {
  const error = unreadable("a.xml", { mediaType: "application/xml", by: "signature" });
  expect(error.code).toBe("binary");
  expect(error.message).toContain("binary after");
  expect(error.hint).toContain("strings");
});

test("a compound file without its directory is damaged, and one with other content is unsupported", () => {
  const mediaType = "application/x-ole-storage";
  expect(unreadable("a", { mediaType, by: "signature" }).code).toBe("corrupt");
  expect(unreadable("a", { mediaType, by: "container" }).code).toBe("unsupported-type");
});

test.for([
  ["application/vnd.wordperfect", "a WordPerfect document", "--convert-to docx"],
  ["application/x-mswrite", "a document of Windows Write", "--convert-to docx"],
  ["application/vnd.ms-works", "a Works document or spreadsheet", "--convert-to pdf"],
  ["application/vnd.lotus-1-2-3", "a Lotus 1-2-3 workbook", "--convert-to xlsx"],
  ["application/x-quattro-pro", "a Quattro Pro workbook", "--convert-to xlsx"],
  ["application/vnd.stardivision.calc", "a StarOffice spreadsheet", "--convert-to xlsx"],
  ["application/x-ms-shortcut", "a Windows shortcut (.lnk)", "strings"],
  ["application/x-msi", "a Windows installer package (.msi)", "7z l"],
] as const)("%s is called %s", ([mediaType, words, next]) => {
  const error = unreadable("old", { mediaType, by: "signature" });
  expect(error.message).toBe(`old is ${words}, and no handler reads it.`);
  expect(error.hint).toContain(next);
});
