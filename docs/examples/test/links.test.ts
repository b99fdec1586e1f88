import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { proseOf, readPages, root } from "./pages.ts";

const pages = readPages();

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

function brokenLinks(path: string, prose: string): readonly string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/i.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const linked = file === "" ? path : join(dirname(path), file).replaceAll("\\", "/");
    if (!existsSync(join(root, linked))) return true;
    const page = pages.find((each) => each.path === linked.replace(/\/$/, ""));
    return anchor !== undefined && page !== undefined && !anchorsOf(proseOf(page)).has(anchor);
  });
}

test.for(pages.map((page) => [page.path, page] as const))(
  "%s links to files and headings that exist",
  ([path, page]) => {
    expect(brokenLinks(path, proseOf(page))).toEqual([]);
  },
);

test("every page is one that people can reach from the first", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const page = pages.find((each) => each.path === path);
    if (page === undefined) continue;
    for (const [, target = ""] of proseOf(page).matchAll(/\]\(([^)\s#]+)/g)) {
      const linked = join(dirname(path), target).replaceAll("\\", "/").replace(/\/$/, "");
      reached.add(linked);
      reached.add(`${linked}/README.md`);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});
