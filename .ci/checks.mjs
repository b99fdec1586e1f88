// Everything that CI checks beside the tests: `pnpm checks` runs all of it, `pnpm checks lint types` the named ones.
// What they found is left in a report, from which `.ci/run` counts.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPromises } from "./promises.mjs";
import { layerFaults } from "./layers.mjs";
import { manifestFaults, readmeFaults } from "./manifests.mjs";
import { outdatedReferences } from "./references.mjs";
import { phraseFaults } from "./prose.mjs";
import { workflowFaults } from "./workflows.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(root, "node_modules/.cache/reader/checks.json");
const projects = globSync(
  ["packages/*/package.json", "apps/*/package.json", "bench/package.json", "docs/*/package.json"],
  { cwd: root },
)
  .map(dirname)
  .sort();

const checks = {
  format: () => [run("format", "oxfmt", ["--check"])],
  lint: () => [run("lint", "oxlint", [])],
  types: () => [
    run("types", "tsc", [
      "-b",
      ...globSync(
        [
          "*/*/test/tsconfig.json",
          "apps/*/web/tsconfig.json",
          "docs/examples/programs/tsconfig.json",
          "bench/tsconfig.json",
          ".ci/tsconfig.json",
        ],
        {
          cwd: root,
        },
      ),
      "docs/site/tsconfig.json",
    ]),
  ],
  projects: () => [checkProjects()],
  boundaries: () => [run("boundaries", "turbo", ["boundaries"])],
  layers: () => [checkLayers()],
  exports: () => projects.filter(isPublic).flatMap(checkExports),
  paths: () => [checkPaths()],
  workflows: async () => [await checkWorkflows()],
  promises: () => [checkAllPromises()],
  prose: () => [checkSpelling(), checkPhrases()],
  docs: () => [run("docs", "node", ["docs/site/src/build.ts"])],
};

function run(name, command, args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8", env, shell: process.platform === "win32" });
  return {
    name,
    ok: result.status === 0,
    output: `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`,
  };
}

function readJson(path) {
  return JSON.parse(readText(path));
}

function readText(path) {
  return readFileSync(join(root, path), "utf8");
}

function isPublic(project) {
  return readJson(`${project}/package.json`).private !== true;
}

/** Every project has a tag, without which no boundary holds it; references and changesets match the manifests. */
function checkProjects() {
  const faults = projects.flatMap((project) => {
    const tags = existsSync(join(root, project, "turbo.json")) ? readJson(`${project}/turbo.json`).tags : [];
    return tags?.length === 1 ? [] : [`${project}/turbo.json does not give it one tag.`];
  });
  faults.push(
    ...outdatedReferences(root).map(({ path }) => `${path} has other references than its manifest: run \`pnpm fix\`.`),
  );
  faults.push(...globSync(".changeset/*.md", { cwd: root }).flatMap(compareChangeset));
  faults.push(...projects.filter((project) => project.endsWith("-without-pdf")).flatMap(compareWithWhole));
  faults.push(...projects.filter(isPublic).flatMap(checkPublished));
  return { name: "projects", ok: faults.length === 0, output: faults.join("\n") };
}

/** A changeset for a package that does not exist, such as a renamed one, stops every release. */
function compareChangeset(path) {
  const names = new Set(projects.map((project) => readJson(`${project}/package.json`).name));
  const [, head = ""] = readFileSync(join(root, path), "utf8").split(/^---$/m);
  const unknown = [...head.matchAll(/^["']?([^"':\s]+)["']?:/gm)].filter(([, name]) => !names.has(name));
  return unknown.map(([, name]) => `${path} names ${name}, which is not a package of this repository.`);
}

/** What npm shows about a package agrees with the other packages, and works outside of this repository. */
function checkPublished(project) {
  const root = readJson("package.json");
  return [
    ...manifestFaults(root, project, readJson(`${project}/package.json`)),
    ...readmeFaults(root, project, readText(`${project}/README.md`)),
  ];
}

/** A program without its PDF part is the same program: it needs the same packages but for that one, which stays possible. */
function compareWithWhole(project) {
  const whole = readJson(`${project.replace(/-without-pdf$/, "")}/package.json`);
  const lean = readJson(`${project}/package.json`);
  const peers = { ...whole.optionalDependencies, ...whole.peerDependencies };
  const wrong = [
    ["dependencies", lean.dependencies, whole.dependencies],
    ["peerDependencies", lean.peerDependencies, peers],
    ["bin", lean.bin, whole.bin],
    ["man", lean.man, whole.man],
    ["engines", lean.engines, whole.engines],
    ["optionalDependencies", lean.optionalDependencies, undefined],
  ].filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other));
  const required = Object.keys(peers).filter((name) => lean.peerDependenciesMeta?.[name]?.optional !== true);
  return [
    ...wrong.map(([field]) => `${project}/package.json: \`${field}\` does not follow from the whole program.`),
    ...required.map((name) => `${project}/package.json: the peer ${name} must be optional.`),
  ];
}

/** The folders of every package in `layers.json` import only downwards. A package that is not in it is not checked. */
function checkLayers() {
  const faults = Object.entries(readJson(".ci/layers.json")).flatMap(([folder, layers]) => {
    const cwd = join(root, folder);
    const paths = globSync("**/*.{ts,tsx}", { cwd }).map((path) => path.replaceAll("\\", "/"));
    const files = new Map(paths.toSorted().map((path) => [path, readFileSync(join(cwd, path), "utf8")]));
    return layerFaults(folder, layers, files);
  });
  return { name: "layers", ok: faults.length === 0, output: faults.join("\n") };
}

/** What a published package would be, looked at from outside. */
function checkExports(project) {
  const directory = mkdtempSync(join(tmpdir(), "reader-pack-"));
  try {
    const packed = run(`pack ${project}`, "pnpm", ["--dir", project, "pack", "--pack-destination", directory]);
    if (!packed.ok) return [packed];
    const tarball = join(directory, readdirSync(directory)[0]);
    const publint = run(`publint ${project}`, "publint", ["run", tarball, "--strict"]);
    const hasTypes = readJson(`${project}/package.json`).exports !== undefined;
    return hasTypes ? [publint, run(`attw ${project}`, "attw", [tarball, "--profile", "esm-only"])] : [publint];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** No file of the project names a machine's directories or a registry: it must work anywhere. */
function checkPaths() {
  const machinePath = "(^|[^[:alnum:]_.@/-])/(work|root)/";
  const registryHost = "//[[:alnum:].-]*registry[[:alnum:].-]*|registry\\.npmjs|^ *tarball:|tarball: *http";
  const files = [".", ":(exclude)fixtures/**/input.*"];
  const result = run("paths", "git", [
    "grep",
    "-I",
    "-n",
    "-E",
    "--untracked",
    "-e",
    machinePath,
    "-e",
    registryHost,
    "--",
    ...files,
  ]);
  return { ...result, ok: !result.ok && result.output === "" };
}

async function checkWorkflows() {
  const paths = globSync(".github/workflows/*.yml", { cwd: root });
  const faults = await workflowFaults(new Map(paths.map((path) => [path, readText(path)])));
  return { name: "workflows", ok: faults.length === 0, output: faults.join("\n") };
}

/** Every promise of SECURITY.md has tests that exist and were not skipped. */
function checkAllPromises() {
  const faults = checkPromises(root);
  return { name: "promises", ok: faults.length === 0, output: faults.join("\n") };
}

/** Spelling, and words that the glossary replaces. A package that is not in `prose.json` is not checked. It needs no network. */
function checkSpelling() {
  const cache = join(root, "node_modules/.cache/reader/cspell");
  const options = ["--no-progress", "--no-summary", "--gitignore", "--cache", "--cache-location", cache];
  return run("spelling", "cspell", ["lint", ...options, ...readJson(".ci/prose.json").files]);
}

function checkPhrases() {
  const { files, phrases } = readJson(".ci/prose.json");
  const listed = run("phrases", "git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ...pathspecs(files),
  ]);
  if (!listed.ok) return listed;
  const paths = listed.output.split("\n").filter((path) => path !== "" && existsSync(join(root, path)));
  const contents = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const faults = phraseFaults(contents, phrases);
  return { name: "phrases", ok: faults.length === 0, output: faults.join("\n") };
}

/** Without `:(glob)`, git's `*` also matches slashes. */
function pathspecs(globs) {
  return globs.map((glob) => `:(glob)${glob}`);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0)
  throw new Error(`No such check: ${unknown.join(", ")}. There are: ${Object.keys(checks).join(", ")}.`);

const results = [];
for (const name of names.length > 0 ? names : Object.keys(checks)) {
  for (const result of await checks[name]()) {
    results.push({ name: result.name, ok: result.ok });
    process.stdout.write(result.ok ? `✓ ${result.name}\n` : `✗ ${result.name}\n${result.output.trimEnd()}\n`);
  }
}
mkdirSync(dirname(report), { recursive: true });
writeFileSync(report, JSON.stringify(results));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
