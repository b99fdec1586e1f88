import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { scanTopLevel } from "../src/code/search/scan-top-level.ts";
import { search } from "../src/engine/engine.ts";
import { bash, languages } from "../src/languages/index.ts";
import { languageExports as exported } from "./language-exports.ts";
import { outlineOfText, shownOutline } from "./outlining.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/outline/", import.meta.url));

describe("the languages", () => {
  test("are those of the folder, each once", () => {
    expect(languages).toEqual([...exported.values()]);
    expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
  });

  test.for([...exported.keys()])("%s has a fixture", (name) => {
    expect(existsSync(`${fixtures}${name}`)).toBe(true);
  });

  test("take each media type once", () => {
    const types = languages.flatMap(({ mediaTypes }) => mediaTypes);
    expect(types.length).toBe(new Set(types).size);
  });

  const grammars = languages.flatMap(({ name, grammar, query }) => {
    const names = typeof grammar === "string" ? [grammar] : [grammar("x.ts"), grammar("x.tsx")];
    return names.map((each) => [name, each, query] as const);
  });

  test.for(grammars)("%s has a query that the grammar %s takes", async ([, grammar, query]) => {
    const found = await search({ grammar, query, text: "", parseUntil: Infinity, searchUntil: Infinity });
    expect(found).toMatchObject({ matches: [], isCut: false });
  });
});

describe("a shell script with a fault", () => {
  const text = 'a() {\n  echo "$((1 + )"\n}\n\nb ()\n{\n  echo b\n}\n\nfunction c {\n  echo $(\n}\n\nd() { b; }\n';

  test("has the functions after it, which do not start with a keyword", async () => {
    const shown = shownOutline(await outlineOfText(text, "text/x-shellscript"));
    expect(shown).toContain("5-8 function [b] b ()");
    expect(shown).toContain("14-14 function [d] d()");
  });

  test("has them where it is not parsed at all, and no call is one", () => {
    const { drafts } = scanTopLevel(`${text}print(1)\nd\n`, bash.declaration);
    expect(drafts.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  });
});
