// The next version of everything that is published: `pnpm run version`, by hand or by the release workflow. Changesets
// writes versions and changelogs; this adds the files that name a version and are no manifests of npm.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

function run(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
}

/** Replaces every field `version` of a file by that of the package which the file is about. */
function setVersion(path, version) {
  const text = readFileSync(join(root, path), "utf8");
  writeFileSync(join(root, path), text.replaceAll(/("version": )"[^"]*"/g, `$1"${version}"`));
}

run("changeset", "version");
const { version } = JSON.parse(readFileSync(join(root, "apps/mcp/package.json"), "utf8"));
for (const path of ["apps/mcp/server.json", "apps/mcp/manifest.json"]) setVersion(path, version);
run("npx", "-y", "pnpm@12", "install", "--lockfile-only");
