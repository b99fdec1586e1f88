import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createReader, type StopSignal } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import type { Converted, PageConverter } from "../src/converter.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../testkit/test/support/folder-with.ts";

// @boundaries-ignore the same
export { folderWith } from "../../testkit/test/support/folder-with.ts";

export const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/**
 * A program that takes the arguments of LibreOffice: it logs each call, then runs a script with the paths of the
 * document and the PDF file in `$in` and `$pdf`.
 */
export function program(script: string): { readonly soffice: string; readonly calls: () => number } {
  const folder = folderWith({ calls: "" });
  const soffice = join(folder, "soffice");
  const lines = [
    "#!/bin/sh",
    `echo call >> '${folder}/calls'`,
    'for in; do :; done; pdf="$PWD/out/document.pdf"; mkdir -p out',
    script,
  ];
  writeFileSync(soffice, `${lines.join("\n")}\n`);
  chmodSync(soffice, 0o755);
  return { soffice, calls: () => readFileSync(join(folder, "calls"), "utf8").split("\n").length - 1 };
}

/** A flat text document of OpenDocument, whose type is known by its content. */
export const flatText = "application/vnd.oasis.opendocument.text-flat-xml";

/** Converts a file of a folder, as a handler would. */
export async function converted(
  converter: PageConverter,
  path: string,
  signal: StopSignal = new AbortController().signal,
): Promise<Converted> {
  let result: Converted = { problem: "The file was not given to the handler" };
  const handler = defineHandler({
    name: "convert",
    mediaTypes: [docx, flatText],
    async *read(source) {
      result = await converter.convert(source, signal);
      yield text("");
    },
  });
  const reader = createReader({ handlers: [handler], roots: [dirname(path)], budget: { documentTimeMs: 600_000 } });
  await reader.read({ path });
  await reader.close();
  return result;
}

/** Returns the path of a document that LibreOffice need not be able to open. */
export function documentNamed(name: string): string {
  return join(folderWith({ [name]: readFileSync(letter) }), name);
}

/** A real document. */
export const letter: string = join(import.meta.dirname, "../../../fixtures/docx/report/input.docx");
