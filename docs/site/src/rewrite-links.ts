import { statSync } from "node:fs";
import { posix, join } from "node:path";

/** What links of a page can point to. */
export interface LinkTargets {
  /** The top folder of the repository. */
  readonly root: string;
  /** The routes of pages by their paths in the repository. */
  readonly routes: ReadonlyMap<string, string>;
  /** The address of the repository, without a slash at its end; without one, links to sources become plain text. */
  readonly repository: string | undefined;
}

/** A fenced block, code, or a link or image with its text and target. Code comes first, so links in it do not match. */
const token = /^(`{3,})[^]*?^\1$|`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/gm;

/**
 * Returns the Markdown of a page with links that work on the site: to pages by their routes, to images of the
 * documentation, and to all other files in the repository. Images of other sites, such as badges, are left out: the
 * site fetches nothing from elsewhere. Code blocks and HTML comments are not changed.
 */
export function rewriteLinks(source: string, markdown: string, targets: LinkTargets): string {
  return markdown.replaceAll(token, (whole, ...groups: (string | undefined)[]) => {
    const [, mark = "", text, target = ""] = groups;
    if (text === undefined) return whole;
    if (mark === "!" && /^https?:/i.test(target)) return "";
    const shown = rewriteLinks(source, text, targets);
    if (mark === "" && shown === "" && text !== "") return "";
    if (/^(?:[a-z]+:|#)/i.test(target)) return `${mark}[${shown}](${target})`;
    return rewritten({ mark, text: shown, target, source }, targets);
  });
}

interface Link {
  readonly mark: string;
  readonly text: string;
  readonly target: string;
  readonly source: string;
}

function rewritten({ mark, text, target, source }: Link, { root, routes, repository }: LinkTargets): string {
  const [file = "", anchor] = target.split("#");
  const path = posix.join(posix.dirname(source), file).replace(/\/$/, "");
  const route = routes.get(path) ?? routes.get(`${path}/README.md`);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (mark === "!" || path.startsWith("docs/images/")) return `${mark}[${text}](/${path.replace(/^docs\//, "")})`;
  if (route !== undefined) return `[${text}](/${route}${hash})`;
  if (repository === undefined) return text;
  const kind = statSync(join(root, path)).isDirectory() ? "tree" : "blob";
  return `[${text}](${repository}/${kind}/main/${path}${hash})`;
}
