// Every promise of SECURITY.md is proven by tests that docs/threat-model.md names: the tests must exist, must be able to
// run, and must not have been skipped in the latest run of all tests on a machine that has what they need.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

const promisesPage = "SECURITY.md";
const proofsPage = "docs/threat-model.md";
const testReport = "node_modules/.cache/reader/vitest.json";

/** What a test may need, by the word after `Needs:` in the page, and whether this machine has it. */
const needs = {
  Linux: () => process.platform === "linux",
  POSIX: () => process.platform !== "win32",
  root: () => process.getuid?.() === 0,
  "/dev/full": () => existsSync("/dev/full"),
  mount: () => spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0,
  gcc: () => spawnSync("gcc", ["--version"]).status === 0,
  corpus: (root) => existsSync(join(root, "../shared/corpus")),
};

/** Checks all promises, and returns what is wrong, a sentence each. */
export function checkPromises(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const promised = [...read(promisesPage).matchAll(/^- \*\*(P\d+)\b/gm)].map(([, id]) => id);
  const proofs = parseProofs(read(proofsPage));
  const proven = new Set(proofs.map(({ id }) => id));
  const results = readResults(root);
  return [
    ...(promised.length === 0 ? [`${promisesPage} has no promises of the form "- **P1 …**".`] : []),
    ...repeated(promised).map((id) => `${promisesPage} has ${id} twice.`),
    ...promised.filter((id) => !proven.has(id)).map((id) => `${id} has no test in ${proofsPage}.`),
    ...[...proven]
      .filter((id) => !promised.includes(id))
      .map((id) => `${proofsPage} proves ${id}, which ${promisesPage} lacks.`),
    ...proofs.flatMap((proof) => faultsOf(proof, { root, results })),
  ];
}

function repeated(ids) {
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}

/**
 * The tests under each heading `### P1 …`: items with a link to the file, and the title of a test behind it, in quotes.
 * `Needs: Linux, mount.` may follow.
 */
function parseProofs(page) {
  let id;
  return page.split("\n").flatMap((line) => {
    id = line.startsWith("#") ? /^### (P\d+)\b/.exec(line)?.[1] : id;
    if (id === undefined || !line.startsWith("- ")) return [];
    const [, path, title, , needed = ""] =
      /^- \[[^\]]+\]\(\.\.\/([^)]+)\) · "(.+)"( Needs: ([^.]+)\.)?$/.exec(line) ?? [];
    return [{ id, line, path, title, needed: needed === "" ? [] : needed.split(", ") }];
  });
}

function faultsOf({ id, line, path, title, needed }, { root, results }) {
  if (path === undefined) return [`${proofsPage}: ${id} has an item that names no test: ${line}`];
  if (!existsSync(join(root, path))) return [`${id} is proven by ${path}, which does not exist.`];
  const unknown = needed.filter((need) => !Object.hasOwn(needs, need));
  if (unknown.length > 0) return [`${id}: "${title}" needs ${unknown.join(", ")}, which this check does not know.`];
  const found = testsIn(join(root, path)).filter((test) => test.title === title);
  if (found.length === 0) return [`${id} is proven by a test that ${path} does not have: "${title}".`];
  if (found.every(({ isOff }) => isOff)) return [`${id}: "${title}" in ${path} never runs.`];
  const isSuite = found.some((test) => test.isSuite);
  return runFaults({ id, path, title, needed, isSuite }, { root, results });
}

function runFaults({ id, path, title, needed, isSuite }, { root, results }) {
  const pattern = patternOf(title);
  const isOfSuite = ({ fullName }) => title.startsWith("test") || fullName.includes(title);
  const matching = (results.get(path) ?? []).filter((test) => (isSuite ? isOfSuite(test) : pattern.test(test.title)));
  if (!results.has(path)) return [];
  if (matching.some(({ status }) => status === "failed")) return [`${id}: "${title}" in ${path} failed.`];
  if (matching.some(({ status }) => status === "passed")) return [];
  const isPossible = needed.every((need) => needs[need](root));
  return isPossible
    ? [`${id}: "${title}" in ${path} was not run, and this machine has all that it says it needs.`]
    : [];
}

/** Titles of `test.for` have `%s` and `$name` where the report has values. */
function patternOf(title) {
  const parts = title.split(/%[sdifjoOc]|%%|\$\w+(?:\.\w+)*/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*")}$`);
}

/** The results of the latest run, by file; of files that have changed since, nothing is known. */
function readResults(root) {
  if (!existsSync(join(root, testReport))) return new Map();
  const { testResults } = JSON.parse(readFileSync(join(root, testReport), "utf8"));
  const fresh = testResults.filter(({ name, startTime }) => existsSync(name) && statSync(name).mtimeMs <= startTime);
  return new Map(fresh.map(({ name, assertionResults }) => [name.slice(root.length), assertionResults]));
}

/** The tests of a file, found in its syntax tree, so comments and other strings do not count. */
export function testsIn(path) {
  const tests = [];
  visit(parseAst(readFileSync(path, "utf8"), { lang: "ts" }), false, tests);
  return tests;
}

function visit(node, isOff, tests) {
  if (node === null || typeof node !== "object") return;
  const isOffHere = isOff || isSwitchedOff(node);
  tests.push(...testOf(node, isOffHere));
  for (const value of Object.values(node)) visit(value, isOffHere, tests);
}

function isSwitchedOff(node) {
  const [name = "", ...words] = wordsOf(node);
  return registers.test(name) && words.some((word) => off.has(word));
}

/** `testRaced("…", …)` registers tests of its own under this title. */
const registers = /^(?:describe|it|test|test[A-Z]\w*)$/;

const off = new Set(["skip", "todo", "fails"]);

/** The call `test.skipIf(isWindows)("…")` has the words `test`, `skipIf`; what is no call has none. */
function wordsOf(node) {
  return node.type === "CallExpression" ? calleeWords(node.callee) : [];
}

function calleeWords(callee) {
  switch (callee.type) {
    case "Identifier":
      return [callee.name];
    case "MemberExpression":
      return [...calleeWords(callee.object), callee.property.name];
    case "CallExpression":
      return calleeWords(callee.callee);
    default:
      return [];
  }
}

/** The test of a call with a title and a function, without which nothing would run; a suite without a title has its name. */
function testOf(node, isOff) {
  const [name = ""] = wordsOf(node);
  if (!registers.test(name) || name === "describe") return [];
  const [title, ...rest] = node.arguments;
  const text = textOf(title);
  if (/^test[A-Z]/.test(name)) return [{ title: text ?? name, isOff, isSuite: true }];
  const hasBody = rest.some(({ type }) => /Function|Identifier/.test(type));
  return text === undefined ? [] : [{ title: text, isOff: isOff || !hasBody, isSuite: false }];
}

/** The text of a literal or a template, whose values become `%s`. */
function textOf(title) {
  if (title?.type === "TemplateLiteral") return title.quasis.map(({ value }) => value.cooked).join("%s");
  return typeof title?.value === "string" ? title.value : undefined;
}
