// What users get: every published package is packed, served by a registry of this machine, installed by npm into an
// empty project, imported by each Node that is supported, and the programs of the pages are compiled and run there; the
// frameworks that are no dependency of the workspace are driven with it.
// `pnpm tarballs` does it, `pnpm tarballs without-pdf create` only these parts. It is no part of `check`, because what the
// packages depend on comes from the network.
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
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkCreate } from "./tarballs/create.mjs";
import { checkExamples } from "./tarballs/examples.mjs";
import { checkFrameworks } from "./tarballs/frameworks.mjs";
import { checkOfficeParts } from "./tarballs/office-parts.mjs";
import { checkProtocol } from "./tarballs/protocol.mjs";
import { checkPublished } from "./tarballs/published.mjs";
import { manifestOf, serveTarballs } from "./tarballs/registry.mjs";
import { run, succeed } from "./tarballs/run.mjs";
import { compileSamples, copyHandler, makeWorkspace, runSample } from "./tarballs/samples.mjs";
import { checkWithoutPdf } from "./tarballs/without-pdf.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Kept from one run to the next, but for what npx installed: it would not ask for a package again. */
const cache = join(root, "node_modules/.cache/reader/npm");
const supported = ["22", "24", "26"];
/** What a client of MCP says first. */
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tarballs", version: "0" } },
});
/** What can be checked alone: `pnpm tarballs create examples`. */
const parts = {
  "without-pdf": checkWithoutPdf,
  "office-parts": checkOfficeParts,
  create: checkCreate,
  examples: checkExamples,
};
const chosen = process.argv.slice(2);
let failures = 0;

function isWanted(name) {
  return chosen.length === 0 || chosen.includes(name);
}

async function step(name, work) {
  const started = performance.now();
  try {
    const result = await work();
    process.stdout.write(`✓ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
    return result;
  } catch (error) {
    failures += 1;
    process.stdout.write(`✗ ${name}\n${lastLines(error.message)}\n`);
    return undefined;
  }
}

/** What went wrong stands at the end of what a program says. */
function lastLines(words) {
  return words.trimEnd().split("\n").slice(-30).join("\n");
}

/** The folders of all packages that are published and have something to publish. */
function published() {
  const manifests = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root }).sort();
  return manifests.map(dirname).filter((folder) => {
    const sources = join(root, folder, "src");
    const { private: isPrivate = false, bin } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return !isPrivate && (bin !== undefined || (existsSync(sources) && readdirSync(sources).length > 0));
  });
}

async function pack(target) {
  mkdirSync(target);
  const filters = published().flatMap((folder) => ["--filter", `./${folder}`]);
  await succeed("npx", ["-y", "pnpm@12", ...filters, "-r", "pack", "--pack-destination", target], { cwd: root });
  return readdirSync(target).map((name) => join(target, name));
}

/** The programs of the supported versions, as the npm package `node` brings them. */
async function nodes() {
  const print = (version) => ["-y", "-p", `node@${version}`, "node", "-p", "process.execPath"];
  const found = supported.map(async (version) => [version, (await succeed("npx", print(version))).trim()]);
  return Promise.all(found);
}

function npmSettings(address) {
  rmSync(join(cache, "_npx"), { recursive: true, force: true });
  return { ...process.env, npm_config_cache: cache, "npm_config_@reader:registry": address };
}

/** Every entry that is no program of its own, imported in one process. */
function importAll(manifests) {
  const entries = manifests.flatMap(({ name, exports = {} }) =>
    Object.entries(exports)
      .filter(([path]) => path !== "./package.json" && path !== "./child")
      .map(([path]) => `${name}${path.slice(1)}`),
  );
  // Registers tests, so only a runner of tests can load it.
  const imported = entries.filter((entry) => entry !== "@reader/testkit");
  const check = `
    for (const entry of ${JSON.stringify(imported)}) {
      const attributes = entry.endsWith(".json") ? { with: { type: "json" } } : {};
      const names = Object.keys(await import(entry, attributes));
      if (names.length === 0) throw new Error(entry + " exports nothing.");
    }`;
  return ["--input-type=module", "-e", check];
}

async function checkNode([version, node], { project, workspace, manifests, samples, env }) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  await step(`Node ${version} imports every entry`, () => succeed(node, importAll(manifests), { cwd: project }));
  for (const sample of samples) {
    await step(`Node ${version} runs the program at ${sample.place}`, () => runSample(node, workspace, sample));
  }
  await step(`Node ${version} runs the command`, () => {
    const command = join(project, "node_modules/@reader/cli/lib/main.cjs");
    return succeed(node, [command, "app.log", "--limit", "1"], { cwd: workspace });
  });
  await step(`Node ${version} tests the handler of the page`, () => {
    const vitest = join(project, "node_modules/vitest/vitest.mjs");
    return succeed(node, [vitest, "run", "--testTimeout=600000"], { cwd: join(project, "handler") });
  });
  await step(`Node ${version} serves by npx -y @reader/mcp DIR, in an empty directory`, async () => {
    const directory = mkdtempSync(join(dirname(project), "empty-"));
    const options = { cwd: directory, env: { ...env, PATH: path }, input: `${initialize}\n`, until: "\n" };
    const { stdout, stderr } = await run("npx", ["-y", "@reader/mcp", workspace], options);
    if (!stdout.includes('"serverInfo"')) throw new Error(`It answers: ${stdout}${stderr}`);
  });
}

async function check(work) {
  const tarballs = await step("every published package is packed", () => pack(join(work, "packed")));
  const found = await step(`Node ${supported.join(", ")} by the npm package node`, nodes);
  if (tarballs === undefined || found === undefined) return;
  const { address, close } = await serveTarballs(tarballs);
  try {
    const env = npmSettings(address);
    const [, [, node]] = found;
    const ground = { work, node, env, tarballs };
    for (const [name, checkPart] of Object.entries(parts)) if (isWanted(name)) await checkPart(step, ground);
    if (isWanted("project")) await checkProject({ ...ground, found, tarballs });
  } finally {
    close();
  }
}

/** Everything together in one project, by each Node. */
async function checkProject({ work, node, env, found, tarballs }) {
  const manifests = tarballs.map(manifestOf);
  const project = join(work, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // The programs without their PDF part have the same commands as those with it. What is not in the scope is no dependency.
  const names = manifests.map(({ name }) => name);
  const wanted = names.filter((name) => name.startsWith("@reader/") && !name.endsWith("-without-pdf"));
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...wanted];
  await step("npm installs them into an empty project", () => succeed("npm", install, { cwd: project, env }));
  const workspace = makeWorkspace(project);
  const samples = await step("the programs of the pages compile there", () => compileSamples(project));
  copyHandler(project);
  const ground = { project, workspace, manifests, samples: samples ?? [], env };
  for (const each of found) await checkNode(each, ground);
  await checkProtocol(step, { node, ...ground });
  await checkFrameworks(step, { node, ...ground });
  await checkPublished(step, { root, ...ground });
}

const unknown = chosen.filter((name) => name !== "project" && !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  throw new Error(`No such part: ${unknown.join(", ")}. There are: ${[...Object.keys(parts), "project"].join(", ")}.`);
}

const work = mkdtempSync(join(tmpdir(), "reader-tarballs-"));
try {
  await check(work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? "All of it works.\n" : `${failures} failed.\n`);
process.exitCode = failures === 0 ? 0 : 1;
