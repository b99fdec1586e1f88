import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiPages } from "./api-pages.ts";
import { rewriteLinks, type LinkTargets } from "./rewrite-links.ts";
import { root, sections } from "./site-map.ts";

/** Writes all pages of the site as VitePress reads them, and returns how many there are. */
export function stagePages(folder: string): number {
  rmSync(folder, { recursive: true, force: true });
  const pages = sections().flatMap((section) => section.pages);
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  const targets: LinkTargets = { root, routes, repository: repositoryAddress() };
  for (const { source, route } of pages) {
    const markdown = readFileSync(join(root, source), "utf8").replaceAll(/^<!--[^]*?-->\n/gm, "");
    write(join(folder, route), rewriteLinks(source, markdown, targets));
  }
  const api = apiPages();
  for (const { route, markdown } of api) write(join(folder, route), markdown);
  const list = api.map(({ name, route }) => `- [\`${name}\`](/${route})`).join("\n");
  write(join(folder, "api/index.md"), `# API\n\nGenerated from the declarations of each package.\n\n${list}\n`);
  if (existsSync(join(root, "docs/images"))) {
    cpSync(join(root, "docs/images"), join(folder, "public/images"), { recursive: true });
  }
  return pages.length + api.length + 1;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The address in the manifest of the core. */
export function repositoryAddress(): string | undefined {
  const manifest = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")) as {
    readonly repository?: { readonly url: string };
  };
  return manifest.repository?.url.replace(/^git\+/, "").replace(/\.git$/, "");
}
