// The parts of the Office handlers, installed alone and together: what comes with a part, and that isolated processes find
// each handler, also where the package manager hides dependencies of dependencies, as pnpm does.
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { succeed } from "./run.mjs";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const npm = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"];
const pnpm = ["npx", "-y", "pnpm@12", "add"];

const workbook = "xlsx/saved-by-libreoffice/input.xlsx";
const document = "docx/made-by-pandoc/input.docx";

/** Installs parts of the Office handlers into empty projects and reads with them; `step` reports each. */
export async function checkOfficeParts(step, { work, node, env }) {
  const ground = { folder: join(work, "office-parts"), node, env };
  await step("npm installs @reader/handler-sheets without mammoth and parse5; workbooks are read", async () => {
    const project = await install(npm, "handler-sheets", ground);
    const unwanted = ["mammoth", "parse5"].filter((name) => existsSync(join(project, "node_modules", name)));
    if (unwanted.length > 0) throw new Error(`It installs ${unwanted.join(" and ")}.`);
    await read(
      { project, factory: "sheets", name: "handler-sheets", file: "workbook.xlsx", expected: /\[sheet "/ },
      ground,
    );
    await read(
      { project, factory: "sheets", name: "handler-sheets", file: "page.xls", expected: /npm install parse5/ },
      ground,
    );
  });
  await step("pnpm installs @reader/handler-office; isolated processes find the handlers of its parts", async () => {
    const project = await install(pnpm, "handler-office", ground);
    const office = { project, factory: "office", name: "handler-office" };
    await read({ ...office, file: "document.docx", expected: /# A short paper/ }, ground);
    await read({ ...office, file: "workbook.xlsx", expected: /\[sheet "/ }, ground);
    await read({ ...office, file: "page.xls", expected: /A1: Ada/ }, ground);
  });
}

async function install([command, ...args], name, { folder, env }) {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // A variable of the environment with such a name does not reach pnpm through npx.
  writeFileSync(join(project, ".npmrc"), `@reader:registry=${env["npm_config_@reader:registry"]}\n`);
  cpSync(join(fixtures, workbook), join(project, "workbook.xlsx"));
  cpSync(join(fixtures, document), join(project, "document.docx"));
  writeFileSync(join(project, "page.xls"), "<html><body><table><tr><td>Ada</td></tr></table></body></html>");
  await succeed(command, [...args, "@reader/core", "@reader/isolate", `@reader/${name}`], { cwd: project, env });
  return project;
}

/** Reads a file with the handlers in the process of the program and with isolated ones; both must give what is expected. */
async function read({ project, factory, name, file, expected }, { node, env }) {
  const program = `
    import { createReader } from "@reader/core";
    import { renderText } from "@reader/core/render";
    import { isolate } from "@reader/isolate";
    import { ${factory} } from "@reader/${name}";
    const isolation = isolate(${factory}(), { resolveFrom: ${JSON.stringify(`file://${project}/program.js`)} });
    for (const handlers of [${factory}(), isolation.handlers]) {
      const reader = createReader({ handlers, roots: [${JSON.stringify(project)}] });
      console.log("%s", renderText(await reader.read(${JSON.stringify(file)})));
      await reader.close();
    }
    await isolation.close();`;
  const printed = await succeed(node, ["--input-type=module", "-e", program], { cwd: project, env });
  const found = printed.match(new RegExp(expected.source, "g")) ?? [];
  if (found.length < 2) throw new Error(`Reading ${file} gives:\n${printed}`);
}
