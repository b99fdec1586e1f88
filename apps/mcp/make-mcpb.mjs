// Writes a bundle that clients install with one click: `node make-mcpb.mjs reader.mcpb`, after a build. It contains the
// published packages with their dependencies for this platform; the optional PDF package keeps its own licence.
// `mcpb` is run with npx, because its 17 MB are used only here.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("./", import.meta.url));
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("Name the file: node make-mcpb.mjs reader.mcpb");

const work = mkdtempSync(join(tmpdir(), "reader-mcpb-"));
try {
  const [packed, folder] = [join(work, "packed"), join(work, "bundle")];
  for (const each of [packed, folder]) mkdirSync(each);
  run("npx", ["-y", "pnpm@12", "--filter-prod", "@reader/mcp...", "-r", "pack", "--pack-destination", packed], app);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  run("npm", ["install", "--no-audit", "--no-fund", ...tarballs], folder);
  cpSync(join(app, "manifest.json"), join(folder, "manifest.json"));
  run("npx", ["-y", "@anthropic-ai/mcpb@2.1.2", "pack", folder, resolve(target)], app);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} fails.`);
}
