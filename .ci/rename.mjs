// Gives the packages another scope and the repository another address, everywhere: manifests, imports, messages, pages,
// fixtures and the lockfile.
//
//   node .ci/rename.mjs --scope @acme --repository https://github.com/acme/reader
//
// `@reader` and the address in `package.json` are placeholders until then: see docs/releasing.md.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addressOf } from "./manifests.mjs";

const usage = "Use: node .ci/rename.mjs --scope @acme --repository https://github.com/acme/reader";

/**
 * Replaces the scope and the address in a text. Other scopes that begin with the same letters are left alone.
 * @param {string} text
 * @param {{ from: Identity, to: Identity }} change
 * @typedef {{ scope: string, repository: string }} Identity `@acme`, and an address without a slash at the end.
 */
export function renameIn(text, { from, to }) {
  return text
    .replaceAll(new RegExp(`(?<![\\w.+-])${from.scope}(?=\\\\*/|["'\`])|${from.scope}(?=:registry)`, "g"), to.scope)
    .replaceAll(new RegExp(`${from.repository.replaceAll(".", "\\.")}(?![\\w-])`, "g"), to.repository)
    .replaceAll(`"${registryName(from)}"`, `"${registryName(to)}"`)
    .replaceAll(`\`${registryName(from)}\``, `\`${registryName(to)}\``);
}

/** The name of the MCP server in the registry of MCP servers, which GitHub proves by the owner of the repository. */
function registryName({ repository }) {
  return `io.github.${repository.split("/").at(-2)}/mcp`;
}

/**
 * Checks the options of a command line, and returns what they say; throws an `Error` with a message for its user.
 * @param {readonly string[]} args
 * @param {Identity} from
 * @returns {Identity}
 */
export function parseTarget(args, from) {
  const { values } = parse(args);
  const { scope = from.scope, repository = from.repository } = values;
  if (Object.keys(values).length === 0) throw new Error(`Name what to change. ${usage}`);
  if (!/^@[a-z0-9][a-z0-9._-]*$/.test(scope)) {
    throw new Error(`${scope} is not a scope of npm, such as @acme: lower-case letters, digits and hyphens. ${usage}`);
  }
  if (!/^https:\/\/github\.com\/[\w-]+\/[\w.-]*[\w-]$/.test(repository) || repository.endsWith(".git")) {
    throw new Error(`${repository} is not the address of a GitHub repository without .git. ${usage}`);
  }
  return { scope, repository };
}

function parse(args) {
  try {
    return parseArgs({ args, options: { scope: { type: "string" }, repository: { type: "string" } } });
  } catch (error) {
    throw new Error(`${error.message} ${usage}`, { cause: error });
  }
}

/** What the repository in this folder is called now. */
function currentIdentity(root) {
  const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
  return { scope: read("packages/core/package.json").name.split("/")[0], repository: addressOf(read("package.json")) };
}

/** Every file that is text and is ours: documents of the fixtures keep their bytes. */
function ownFiles(root) {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!fixtures/**/input.*"];
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
}

/** Renames everything in a folder, and returns the paths of the files that changed. */
function rename(root, change) {
  return ownFiles(root).filter((path) => {
    // Goldens hold every byte there is. In Latin-1 each of them survives.
    const before = readFileSync(join(root, path), "latin1");
    const after = renameIn(before, change);
    if (after !== before) writeFileSync(join(root, path), after, "latin1");
    return after !== before;
  });
}

function main(root) {
  const from = currentIdentity(root);
  const to = parseTarget(process.argv.slice(2), from);
  const changed = rename(root, { from, to });
  process.stdout.write(
    `${changed.length} files changed: ${from.scope} is ${to.scope}, and ${from.repository} is ${to.repository}.\n` +
      "Next: npx -y pnpm@12 install, npx -y pnpm@12 fix, npx -y pnpm@12 check; then commit.\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(fileURLToPath(new URL("../", import.meta.url)));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
