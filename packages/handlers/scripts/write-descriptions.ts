// Writes `src/generated` from the handlers of `list.ts`: `descriptions.ts` is everything that a program needs before it
// reads the first document, and `canaries.ts` what it needs after the first error. A test fails if they are out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import type { Handler } from "@reader/core";
import type { PlainDescription } from "../src/model/plain-description.ts";
import { handlers, localNames, optionalPackages, replacements } from "./list.ts";

const generated = new URL("../src/generated/", import.meta.url);
const warning = "// Written by `scripts/write-descriptions.ts`. Change the handlers or `scripts/list.ts` instead.\n";

/** Returns the content of each generated file by its name. */
export async function renderFiles(): Promise<Readonly<Record<string, string>>> {
  return { "descriptions.ts": await renderDescriptions(), "canaries.ts": await renderCanaries() };
}

async function renderDescriptions(): Promise<string> {
  const imports = new Map<string, Set<string>>();
  const rows: string[] = [];
  for (const handler of handlers) {
    const sniff = await findSniff(handler);
    if (sniff !== undefined) imports.set(sniff.module, (imports.get(sniff.module) ?? new Set()).add(sniff.name));
    rows.push(describe(handler, sniff?.name));
  }
  const lines = [...imports].map(([module, names]) => `import { ${[...names].join(", ")} } from "${module}";\n`);
  return (
    `${warning}${lines.join("")}import type { PlainDescription } from "../model/plain-description.ts";\n\n` +
    `/** All handlers, in order of precedence. */\n` +
    `export const plainDescriptions: readonly PlainDescription[] = [\n${rows.join("")}];\n`
  );
}

/** Returns a description as source text. The version is missing: it is that of the installed package. */
function describe(handler: Handler, sniffName: string | undefined): string {
  const { name, mediaTypes, origin, textByDefault, tables, outlinesOnly, annotate, canary } = handler;
  if (origin === undefined) throw new Error(`The handler ${name} has no origin, so no other process can make it.`);
  const isLocal = localNames.has(name);
  if (annotate !== undefined && !isLocal) throw new Error(`${name} annotates text, so it has to be in localNames.`);
  const facts = {
    name,
    mediaTypes,
    origin,
    ...(handler.outline === undefined ? {} : { outlines: true }),
    ...defined({ textByDefault, outlinesOnly }),
    ...(tables === undefined ? {} : { tables }),
    ...(annotate === undefined ? {} : { annotates: true }),
    ...(canary === undefined ? {} : { hasCanary: true }),
    ...(isLocal ? { isLocal } : {}),
    ...replacementOf(handler),
  };
  const fields = Object.entries(facts).map(([field, value]) => `    ${field}: ${JSON.stringify(value)},\n`);
  return `  {\n${fields.join("")}${sniffName === undefined ? "" : `    sniff: ${sniffName},\n`}  },\n`;
}

function replacementOf({ name, origin }: Handler): Partial<PlainDescription> {
  const replaced = replacements.get(name);
  if (replaced === undefined) return {};
  const manifest = createRequire(import.meta.url)(`${packageOf(origin?.module ?? "")}/package.json`) as Manifest;
  return { replaces: replaced, licence: manifest.license };
}

interface Manifest {
  readonly license: string;
}

/** Returns the flags that are set. */
function defined(flags: Readonly<Record<string, true | undefined>>): Readonly<Record<string, true>> {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => (flag === undefined ? [] : [[name, flag]])),
  );
}

/** Finds the name by which the package of a handler exports its `sniff`, so that the preset can import it alone. */
async function findSniff({ name, sniff, origin }: Handler): Promise<{ module: string; name: string } | undefined> {
  const module = packageOf(origin?.module ?? "");
  if (sniff === undefined || optionalPackages.has(module)) return undefined;
  const exports = Object.entries((await import(module)) as Readonly<Record<string, unknown>>);
  const found = exports.find(([, value]) => value === sniff);
  if (found === undefined) throw new Error(`${module} has to export the function \`sniff\` of its handler ${name}.`);
  return { module, name: found[0] };
}

function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, 2).join("/");
}

async function renderCanaries(): Promise<string> {
  const rows: string[] = [];
  for (const handler of handlers) {
    const canary = await handler.canary?.();
    if (canary === undefined) continue;
    const { bytes, ...facts } = canary;
    const data = deflateRawSync(bytes).toString("base64");
    rows.push(`  ${JSON.stringify(handler.name)}: ${JSON.stringify({ ...facts, data })},\n`);
  }
  return (
    `${warning}import type { PackedCanary } from "../model/plain-description.ts";\n\n` +
    `/** The canaries by handler name. */\n` +
    `export const packedCanaries: Readonly<Record<string, PackedCanary>> = {\n${rows.join("")}};\n`
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const [name, content] of Object.entries(await renderFiles())) {
    const file = new URL(name, generated);
    // Left alone if nothing changed, so that nothing is built again.
    if (readFileSync(file, { encoding: "utf8", flag: "a+" }) !== content) writeFileSync(file, content);
  }
}
