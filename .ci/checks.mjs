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
import { phraseFaults } from "./prose.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(root, "node_modules/.cache/reader/checks.json");
const projects = globSync(
  ["packages/*/package.json", "apps/*/package.json", "bench/package.json", "docs/examples/package.json"],
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
      ...globSync(["*/*/test/tsconfig.json", "apps/*/web/tsconfig.json", "bench/tsconfig.json", ".ci/tsconfig.json"], {
        cwd: root,
      }),
    ]),
  ],
  projects: () => [checkProjects()],
  boundaries: () => [run("boundaries", "turbo", ["boundaries"])],
  layers: () => [checkLayers()],
  exports: () => projects.filter(isPublic).flatMap(checkExports),
  paths: () => [checkPaths()],
  promises: () => [checkAllPromises()],
  prose: () => [checkSpelling(), checkPhrases()],
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
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

function isPublic(project) {
  return readJson(`${project}/package.json`).private !== true;
}

/** Every project is built with the others and has a tag, without which no boundary holds it; every public one is versioned with the others. */
function checkProjects() {
  const references = readJson("tsconfig.json").references.map(({ path }) => path);
  const fixed = readJson(".changeset/config.json").fixed.flat();
  const faults = projects.flatMap((project) => {
    const hasTypes = project !== "bench" && existsSync(join(root, project, "tsconfig.json"));
    const isReferenced = !hasTypes || references.includes(project);
    const tags = existsSync(join(root, project, "turbo.json")) ? readJson(`${project}/turbo.json`).tags : [];
    const isVersioned = !isPublic(project) || fixed.includes(readJson(`${project}/package.json`).name);
    return [
      isReferenced ? [] : `${project} is not in the references of tsconfig.json.`,
      tags?.length === 1 ? [] : `${project}/turbo.json does not give it one tag.`,
      isVersioned ? [] : `${project} is not in the fixed group of .changeset/config.json.`,
    ].flat();
  });
  faults.push(...projects.filter((project) => project.endsWith("-without-pdf")).flatMap(compareWithWhole));
  return { name: "projects", ok: faults.length === 0, output: faults.join("\n") };
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
  for (const result of checks[name]()) {
    results.push({ name: result.name, ok: result.ok });
    process.stdout.write(result.ok ? `✓ ${result.name}\n` : `✗ ${result.name}\n${result.output.trimEnd()}\n`);
  }
}
mkdirSync(dirname(report), { recursive: true });
writeFileSync(report, JSON.stringify(results));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
