// `npm create reader-handler`: the package that it writes is installed and tested as its README says, outside of this
// repository and with the packed packages.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { succeed } from "./run.mjs";

/** Creates a package, tests and builds it, and reads a file with what was built; `step` reports it. */
export async function checkCreate(step, { work, tarballs, node, env }) {
  const folder = join(work, "create");
  mkdirSync(folder);
  const tarball = tarballs.find((path) => /create-reader-handler-[^/\\]*$/.test(path));
  const npm = (cwd, ...args) =>
    succeed("npm", args, {
      cwd,
      env: { ...env, PATH: `${dirname(node)}:${env.PATH}`, npm_config_prefer_offline: "true" },
    });
  await step("npm create reader-handler writes a package whose tests are green", async () => {
    await npm(folder, "exec", "--yes", `--package=${tarball}`, "--", "create-reader-handler", "dwg");
    const project = join(folder, "reader-handler-dwg");
    await npm(project, "install", "--no-audit", "--no-fund");
    const tested = await npm(project, "test");
    if (!/Tests .*\d+ passed/.test(tested)) throw new Error(tested);
    await npm(project, "run", "build");
    writeFileSync(join(project, "example.dwg"), "dwg 1\n\ntitle: Ada\n");
    const program = `
      import { createReader } from "@reader/core";
      import { renderText } from "@reader/core/render";
      import { dwg } from "reader-handler-dwg";
      console.log("%s", renderText(await createReader({ handlers: [dwg()] }).read("example.dwg")));`;
    const printed = await succeed(node, ["--input-type=module", "-e", program], { cwd: project, env });
    if (!printed.includes("1\t- **title**: Ada")) throw new Error(printed);
  });
}
