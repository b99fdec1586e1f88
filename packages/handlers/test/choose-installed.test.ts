import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createReader } from "@reader/core";
import { localHandler, type ResolvePlace } from "@reader/isolate";
import { expect, test } from "vitest";
import { isolatedDescriptions, localHandlers } from "../src/index.ts";
import { chooseInstalled } from "../src/model/choose-installed.ts";
import { folderWith } from "./support/folder.ts";

const mupdf = "@reader/handler-pdf";
const pdfium = "@reader/handler-pdfium";

/** A program with some packages beside the preset, as npm installs them. */
function programWith(...packages: readonly string[]): Required<ResolvePlace> {
  const files: Record<string, string> = { "node_modules/program/main.js": "" };
  for (const name of ["@reader/handlers", ...packages]) files[`node_modules/${name}/package.json`] = "{}";
  const folder = folderWith(files);
  const resolveFrom = pathToFileURL(join(folder, "node_modules/program/main.js")).href;
  return { resolveFrom, resolveThrough: "@reader/handlers" };
}

function pdfHandlerIn(place: ResolvePlace): unknown {
  const chosen = chooseInstalled(isolatedDescriptions, place);
  return chosen.filter(({ mediaTypes }) => mediaTypes.includes("application/pdf")).map(({ origin }) => origin.module);
}

test.for([
  { installed: [mupdf], used: mupdf },
  { installed: [pdfium], used: pdfium },
  { installed: [pdfium, mupdf], used: mupdf },
  { installed: [], used: mupdf },
])("with $installed installed, $used reads PDF files", ({ installed, used }) => {
  expect(pdfHandlerIn(programWith(...installed))).toEqual([used]);
});

test("the packages are found from the program itself too", () => {
  const { resolveFrom } = programWith(pdfium);
  expect(pdfHandlerIn({ resolveFrom })).toEqual([pdfium]);
});

test("the other handlers are the same, in the same order", () => {
  const chosen = chooseInstalled(isolatedDescriptions, programWith(pdfium));
  const others = isolatedDescriptions.filter(({ name }) => name !== "pdf" && name !== "pdfium");
  expect(chosen.slice(1)).toEqual(others);
});

test("without either, the error names both, and the licence of the second", async () => {
  const [pdf] = chooseInstalled(isolatedDescriptions, programWith());
  if (pdf === undefined) throw new Error("There are no handlers.");
  // Tests may find every package of this project, wherever they look.
  const missing = { ...pdf, origin: { ...pdf.origin, module: "@reader/of-nobody" } };
  const reader = createReader({
    roots: [folderWith({ "report.pdf": "%PDF-1.7\n1 0 obj\n" })],
    handlers: [localHandler(missing, { resolveFrom: import.meta.url })],
  });
  const outcome = await reader.read("report.pdf");
  await reader.close();
  expect(outcome).toMatchObject({ ok: false, error: { code: "unsupported-type" } });
  const hint = outcome.ok ? "" : outcome.error.hint;
  expect(hint).toContain("`npm install @reader/of-nobody` or `npm install @reader/handler-pdfium` (licence: MIT)");
});

test("here, where both are installed, MuPDF reads PDF files", () => {
  expect(localHandlers().map(({ name }) => name)).toContain("pdf");
  expect(localHandlers().map(({ name }) => name)).not.toContain("pdfium");
});

test("the program may be given by its path", () => {
  const byPath = localHandlers({ resolveFrom: fileURLToPath(import.meta.url) });
  expect(byPath.map(({ name }) => name)).toEqual(
    localHandlers({ resolveFrom: import.meta.url }).map(({ name }) => name),
  );
});

test.for(["program.js", "", "https://example.org/", "file://%"])(
  "what is no program's place is refused: %j",
  (resolveFrom) => {
    expect(() => localHandlers({ resolveFrom })).toThrow(
      /^`resolveFrom` is ".*", but must be the file URL or the absolute path of a module/,
    );
  },
);
