// The programs of the pages in a project that has nothing but what npm installed.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, readPages, root } from "../../docs/examples/test/pages.ts";
import { sampleFiles } from "../../docs/examples/test/sample-files.ts";
import { succeed } from "./run.mjs";

/** The programs that need nothing beside the published packages, with what their page says they print. */
function programs() {
  const blocks = readPages().flatMap(blocksOf);
  return blocks.flatMap(({ page, line, language, purpose, code }, at) => {
    if (language !== "ts" || purpose !== "" || !needsOnlyOurs(code)) return [];
    const next = blocks[at + 1];
    const output = next?.page === page && next.purpose === "output" ? next.code : undefined;
    return [{ place: `${page}:${line}`, name: `${page.replaceAll(/[^\w-]/g, "_")}-${line}`, code, output }];
  });
}

function needsOnlyOurs(code) {
  return [...code.matchAll(/\bfrom "([^"]+)"/g)].every(([, name]) => /^(?:@reader\/|node:)/.test(name));
}

/** The folder in which programs run, with the files that they read. */
export function makeWorkspace(project) {
  const workspace = join(project, "workspace");
  mkdirSync(workspace);
  for (const [name, content] of Object.entries(sampleFiles())) writeFileSync(join(workspace, name), content);
  return workspace;
}

/** Compiles the programs against the types of the packages, and returns them with where they lie. */
export async function compileSamples(project) {
  const all = programs();
  const sources = join(project, "samples");
  mkdirSync(sources);
  for (const { name, code } of all) writeFileSync(join(sources, `${name}.ts`), code);
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    rootDir: ".",
    outDir: "out",
  };
  writeFileSync(join(sources, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await succeed(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", sources]);
  return all.map((each) => ({ ...each, script: join(sources, "out", `${each.name}.js`) }));
}

/** Runs one of them; throws unless it prints what its page says. */
export async function runSample(node, workspace, { place, script, output }) {
  const printed = await succeed(node, [script], { cwd: workspace });
  if (output !== undefined && printed !== output) {
    throw new Error(`The program at ${place} prints:\n${printed}instead of:\n${output}`);
  }
}

/** The handler of the page about writing one, outside of this repository, with its test. */
export function copyHandler(project) {
  const from = join(root, "docs/examples");
  const folder = join(project, "handler");
  for (const part of ["src", "fixtures", "test/srt.test.ts", "test/srt-isolated.test.ts"]) {
    cpSync(join(from, part), join(folder, part), { recursive: true });
  }
  return folder;
}
