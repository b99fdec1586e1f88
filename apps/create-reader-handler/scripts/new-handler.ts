// Adds a handler to this repository, made from the template of `npm create reader-handler`: `pnpm new-handler tap`.
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHandler } from "../src/create.ts";
import { type Names, namesOf } from "../src/names.ts";

/** The smallest handler of the repository. Its build settings are copied. */
const model = "packages/handler-notebook";

/**
 * Writes the package of a new handler with its fixtures and release notes, and adds it to the preset and to the lists of
 * packages and formats. Returns the paths that it wrote. Throws an `Error` for the user if the name cannot be used, or
 * if the package exists.
 */
export function addHandler(root: string, typed: string): readonly string[] {
  const names: Names = { ...namesOf(typed), package: `@reader/handler-${namesOf(typed).format}` };
  const folder = `packages/handler-${names.format}`;
  const target = join(root, folder);
  const template = fileURLToPath(new URL("../template", import.meta.url));
  const made = createHandler({ template, target, names, version: "0.0.0" });
  for (const path of [".gitignore", "test/isolated.test.ts"]) rmSync(join(target, path));
  renameSync(join(target, "fixtures"), join(root, "fixtures", names.format));
  // `pnpm fix` writes the references of the TypeScript projects.
  for (const path of ["turbo.json", "tsconfig.json", "test/tsconfig.json"])
    copyFileSync(join(root, model, path), join(target, path));
  writeFileSync(join(target, "package.json"), manifestOf(root, names));
  writeFileSync(join(target, "README.md"), readmeOf(names));
  edit(join(target, "src/index.ts"), (text) => withPackage(text, names));
  edit(join(target, `test/${names.format}.test.ts`), (text) =>
    replace(text, '"../fixtures/"', `"../../../fixtures/${names.format}/"`),
  );
  writeFileSync(join(root, `.changeset/first-${names.format}.md`), notesOf(names));
  register(root, names);
  describe(root, names);
  const written = made.filter((path) => !path.startsWith("fixtures/") && !/gitignore|isolated/.test(path));
  return [...written.map((path) => `${folder}/${path}`), `fixtures/${names.format}`, ...registered(names)];
}

function registered({ format }: Names): readonly string[] {
  return [
    `.changeset/first-${format}.md`,
    "packages/handlers/scripts/list.ts",
    "packages/handlers/package.json",
    "docs/packages.md",
    "docs/formats.md",
  ];
}

/** The manifest of the model with the names of the new package, and only the dependencies that each handler has. */
function manifestOf(root: string, { format }: Names): string {
  const text = readFileSync(join(root, model, "package.json"), "utf8").replaceAll(
    "handler-notebook",
    `handler-${format}`,
  );
  const { dependencies: _, ...manifest } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return jsonOf({
    ...manifest,
    description: `Reads ${format} files.`,
    keywords: ["ai", "agent", "llm", "reader-handler", format],
    devDependencies: { "@reader/core": "workspace:^", "@reader/testkit": "workspace:^", vitest: "catalog:" },
  });
}

/** The handler names its package, from which isolated processes and errors get it. */
function withPackage(text: string, { format, package: name }: Names): string {
  const start = text.indexOf("    // How an isolated process");
  const end = text.indexOf("module: import.meta.url", start);
  if (start < 0 || end < 0) throw new Error("The template has no origin.");
  const named = text.slice(0, start) + replace(text.slice(start), text.slice(start, end), "    origin: { ");
  return `import manifest from "../package.json" with { type: "json" };\n${replace(
    replace(named, "module: import.meta.url", `module: "${name}"`),
    `    name: "${format}",\n`,
    `    name: "${format}",\n    version: manifest.version,\n`,
  )}`;
}

function readmeOf({ format, factory, package: name }: Names): string {
  const repository = "https://github.com/reader/reader";
  const sections = [
    `# ${name}`,
    `## What is this?\n\nA handler for [\`@reader/core\`](${repository}/tree/main/packages/core) that reads ${format} files.`,
    `## When should I use this?\n\nWhen a model reads \`.${format}\` files. The programs of this project have it already.`,
    `## Install\n\n\`\`\`sh\nnpm install @reader/core ${name}\n\`\`\`\n\nNode 22.13 or later, ESM only.`,
    `## Use\n\nPass \`${factory}()\` to \`createReader({ handlers: [${factory}()] })\`.`,
    `## API\n\n\`${factory}()\` creates the handler. It has no options. Each record is a section, which \`pages\` selects.`,
    "## Limits\n\n| limit | value | when it is reached |\n| --- | --: | --- |\n| bytes of the file | `maxInputBytes` of the budget | `too-large` |",
    `## Security\n\nThe package starts nothing, writes nothing and opens nothing: it gets bytes and yields events. [SECURITY.md](${repository}/blob/main/SECURITY.md) lists the promises of the project.`,
    `## License\n\n[MIT](${repository}/blob/main/LICENSE)`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function notesOf({ format, package: name }: Names): string {
  return `---\n"${name}": major\n---\n\nThe first release. It reads ${format} files.\n`;
}

/** Adds the handler to the preset, before the handlers of Office files and archives. */
function register(root: string, { factory, package: name }: Names): void {
  edit(join(root, "packages/handlers/scripts/list.ts"), (text) => {
    const imports = [...text.matchAll(/^import \{ \w+ \} from "(@reader\/[\w-]+)";\n/gm)];
    const next = imports.find(([, module = ""]) => module > name)?.[0];
    if (next === undefined) throw new Error("list.ts imports no handler after this one.");
    const line = `import { ${factory} } from "${name}";\n`;
    return replace(replace(text, next, `${line}${next}`), "...office()", `${factory}(), ...office()`);
  });
  const path = join(root, "packages/handlers/package.json");
  edit(path, (text) => {
    const manifest = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
    const dependencies = Object.entries({ ...manifest.dependencies, [name]: "workspace:^" });
    const sorted = dependencies.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return jsonOf({ ...manifest, dependencies: Object.fromEntries(sorted) });
  });
}

/** Adds a row to the lists of packages and formats, each after the rows of the other handlers. `pnpm fix` aligns them. */
function describe(root: string, { format, package: name }: Names): void {
  edit(join(root, "docs/packages.md"), (text) =>
    replace(
      text,
      "| [`@reader/tool`]",
      `| [\`${name}\`](../packages/handler-${format}) | ${format} files |\n| [\`@reader/tool\`]`,
    ),
  );
  edit(join(root, "docs/formats.md"), (text) =>
    replace(
      text,
      "| all other binary formats",
      `| ${format} files | \`${name}\` | their records, each a section |\n| all other binary formats`,
    ),
  );
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The template has no ${JSON.stringify(from)}.`);
  return text.replace(from, () => to);
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function main([name, ...rest]: readonly string[]): void {
  try {
    if (name === undefined || rest.length > 0) throw new Error("Name the format: pnpm new-handler tap");
    const paths = addHandler(fileURLToPath(new URL("../../../", import.meta.url)), name);
    process.stdout.write(`Written:\n${paths.map((path) => `  ${path}\n`).join("")}\nNext: npx -y pnpm@12 install\n`);
  } catch (error) {
    process.stderr.write(`new-handler: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
