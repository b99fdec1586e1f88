import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { proseOf, readPages, root } from "./pages.ts";

const pages = readPages();
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { homepage: string };

/** The anchors that a page's headings have on code hosts: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** The addresses of files and folders of this repository, as READMEs of published packages link to them. */
const inRepository = ["blob", "tree"].map((kind) => manifest.homepage.replace("#readme", `/${kind}/main/`));

/** The target of a link, relative to the root, or `undefined` if it is outside of this repository. */
function linkedFrom(path: string, target: string): string | undefined {
  const file = target.split("#")[0] ?? "";
  const start = inRepository.find((each) => file.startsWith(each));
  if (start !== undefined) return file.slice(start.length);
  if (/^[a-z]+:/i.test(file)) return undefined;
  return file === "" ? path : join(dirname(path), file).replaceAll("\\", "/");
}

function brokenLinks(path: string, prose: string): readonly string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    const linked = linkedFrom(path, target);
    if (linked === undefined) return false;
    const anchor = target.split("#")[1];
    if (!existsSync(join(root, linked))) return true;
    const page = pages.find((each) => each.path === linked.replace(/\/$/, ""));
    return anchor !== undefined && page !== undefined && !anchorsOf(proseOf(page)).has(anchor);
  });
}

test.for(pages.map((page) => [page.path, page] as const))(
  "%s links to files and headings that exist",
  ([path, page]) => {
    // What is code is no link.
    expect(brokenLinks(path, proseOf(page).replaceAll(/`[^`\n]+`/g, ""))).toEqual([]);
  },
);

test("every page is one that people can reach from the first", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const page = pages.find((each) => each.path === path);
    if (page === undefined) continue;
    for (const [, target = ""] of proseOf(page).matchAll(/\]\(([^)\s#]+)/g)) {
      const linked = linkedFrom(path, target)?.replace(/\/$/, "");
      if (linked === undefined) continue;
      reached.add(linked);
      reached.add(`${linked}/README.md`);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});
