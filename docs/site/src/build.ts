import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { deadLinks } from "./dead-links.ts";
import { stagePages } from "./stage.ts";

// `pnpm run docs` builds the packages, then this site into `docs/site/dist/html`, and fails if a link leads nowhere.
const site = fileURLToPath(new URL("../", import.meta.url));
const output = `${site}dist/html`;
const base = process.env["READER_DOCS_BASE"] ?? "/";

const count = stagePages(`${site}dist/pages`);
await build(site, { base, outDir: output });
const dead = deadLinks(output, base);
process.stderr.write(dead.map((words) => `${words}\n`).join(""));
process.stdout.write(`${count} pages in docs/site/dist/html, ${dead.length} dead links.\n`);
process.exitCode = dead.length === 0 ? 0 : 1;
