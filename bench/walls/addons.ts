// `node bench/walls/addons.ts`: which handlers need native code. Reads their fixtures in processes with and without
// `--allow-addons`, for models that take images and for those that take none, and counts the answers that differ.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropic, createReader, textOnly, type Capabilities, type Handler } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { isolate } from "@reader/isolate";
import { outline } from "@reader/outline";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** The folders of fixtures of a handler. */
const families: readonly (readonly [name: string, handlers: readonly Handler[], folders: readonly string[]])[] = [
  ["archive", [archive()], ["archive"]],
  ["notebook", [notebook()], ["notebook"]],
  ["outline", [outline()], ["outline"]],
  ["office", office(), ["csv", "doc", "docx", "epub", "odp", "ods", "odt", "ppt", "pptx", "rtf", "xls", "xlsx"]],
  ["image", [image()], ["image"]],
  ["pdf", [pdf()], ["pdf"]],
];

function filesOf(folder: string): string[] {
  return readdirSync(join(fixtures, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith("input."))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The answers to all files, as JSON without the numbers of processes and times. */
async function answersOf(
  handlers: readonly Handler[],
  files: readonly string[],
  { hasAddons, capabilities }: { readonly hasAddons: boolean; readonly capabilities: Capabilities },
): Promise<readonly string[]> {
  const described = handlers.map((handler): Handler => {
    const { module, export: name } = handler.origin ?? { module: "", export: "" };
    return { ...handler, origin: { module, export: name, ...(hasAddons ? { addons: "always" as const } : {}) } };
  });
  const isolation = isolate(described, { resolveFrom: import.meta.url });
  const reader = createReader({ roots: [fixtures], handlers: isolation.handlers, capabilities });
  const answers: string[] = [];
  for (const path of files) {
    // Outlines are what the handler of outlines is for; it reads nothing.
    const outcome = handlers.every(({ outlinesOnly }) => outlinesOnly === true)
      ? await reader.read({ path, view: "outline" })
      : await reader.read(path);
    answers.push(JSON.stringify(outcome, withDigests));
  }
  await reader.close();
  await isolation.close();
  return answers;
}

function withDigests(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

const models = [
  ["text only", textOnly],
  ["images", anthropic],
] as const;

for (const [name, handlers, folders] of families) {
  const files = folders.flatMap(filesOf);
  for (const [model, capabilities] of models) {
    const [without, having] = [
      await answersOf(handlers, files, { hasAddons: false, capabilities }),
      await answersOf(handlers, files, { hasAddons: true, capabilities }),
    ];
    const changed = files.filter((_, index) => without[index] !== having[index]);
    const kinds = [...new Set(changed.map((file) => file.slice(fixtures.length).split("/")[0]))].join(", ");
    console.log(
      `${name.padEnd(10)} ${model.padEnd(10)} ${files.length} files, ${changed.length} answers differ ${kinds}`.trimEnd(),
    );
  }
}
