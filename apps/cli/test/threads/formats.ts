import { fileURLToPath } from "node:url";
import { anthropic, createReader, type Handler, type ReadRequest } from "@reader/core";
import { renderText } from "@reader/core/render";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { outline } from "@reader/outline";

/** Every handler with an engine, and some without. */
export function allHandlers(): readonly Handler[] {
  return [pdf(), image(), ...office(), notebook(), archive(), outline()];
}

/** The folder of the fixtures. */
export const fixtures: string = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));

/** One read for every engine: a page as text and as a picture, native code, WebAssembly, nested files, a search. */
export const requests: readonly ReadRequest[] = [
  { path: "demo/report.pdf" },
  { path: "demo/report.pdf", pages: "1", view: "image" },
  { path: "demo/report.pdf", find: "the" },
  { path: "image/avif-photo/input.avif" },
  { path: "demo/diagram.png" },
  { path: "demo/book.xlsx" },
  { path: "docx/report/input.docx" },
  { path: "pptx/one-of-everything/input.pptx" },
  { path: "doc/report-libreoffice/input.doc" },
  { path: "archive/7z-member/input.7z" },
  { path: "demo/analysis.ipynb" },
  { path: "demo/notes.md", limit: 3, find: "/ann\\w/i" },
];

/** What a model is shown of each, all read at the same time, and how many bytes of pictures come with it. */
export async function readAllFormats(handlers: readonly Handler[]): Promise<readonly string[]> {
  const reader = createReader({ roots: [fixtures], handlers, capabilities: anthropic });
  const answers = await Promise.all(
    requests.map(async (request) => {
      const outcome = await reader.read({ ...request, path: fixtures + request.path });
      const pictures = outcome.ok ? outcome.parts.filter((part) => part.type === "image") : [];
      return [renderText(outcome), ...pictures.map(({ data }) => data.length)].join("\n");
    }),
  );
  await reader.close();
  return answers;
}
