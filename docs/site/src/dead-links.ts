import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const anchorOrFile = /\s(?:href|src)="(\/[^"]*|#[^"]*|\.[^"]*)"/g;

/**
 * Returns the links of a built site that lead nowhere: to a file or an anchor that does not exist. `base` is the folder
 * of the site on its server.
 */
export function deadLinks(site: string, base: string): readonly string[] {
  const pages = globSync("**/*.html", { cwd: site }).map((path) => path.replaceAll("\\", "/"));
  const contents = new Map(pages.map((page) => [page, readFileSync(join(site, page), "utf8")]));
  const anchors = new Map([...contents].map(([page, html]) => [page, anchorsOf(html)]));
  const isDead = (page: string, target: string): boolean => {
    const [path = "", anchor] = decodeURI(target).split("#");
    const file = path === "" ? page : fileOf(path.startsWith(base) ? path.slice(base.length) : path, page);
    if (!existsSync(join(site, file))) return true;
    return anchor !== undefined && anchor !== "" && anchors.get(file)?.has(anchor) === false;
  };
  return [...contents].flatMap(([page, html]) =>
    [...new Set([...html.matchAll(anchorOrFile)].map(([, target = ""]) => unescaped(target)))]
      .filter((target) => isDead(page, target))
      .map((target) => `${page} links to ${target}, which does not exist.`),
  );
}

function fileOf(path: string, page: string): string {
  const joined = path.startsWith(".") ? posix.join(posix.dirname(page), path) : path.replace(/^\//, "");
  return joined === "" || joined.endsWith("/") ? `${joined}index.html` : joined;
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => unescaped(id)));
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
}
