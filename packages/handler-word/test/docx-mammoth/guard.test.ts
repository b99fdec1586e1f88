import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { canary, canaryHtml } from "../../src/docx/mammoth/canary.ts";
import { createFastEngine } from "../../src/docx/mammoth/fast-engine.ts";
import { loadEngine, loadMammoth, type WithModules } from "../../src/docx/mammoth/load-mammoth.ts";
import { withPrivateModules, type PrivateModules } from "../../src/docx/mammoth/private-modules.ts";
import { documentOf, htmlOf, inputOf, paragraph, plainEngine, published } from "./documents.ts";

const document = documentOf(paragraph("A document of", "") + paragraph("two paragraphs"));

/** mammoth's modules with something in the place of one of them. */
function changing(change: (modules: PrivateModules) => Partial<PrivateModules>): WithModules {
  return (name, work) => withPrivateModules(name, (modules) => work({ ...modules, ...change(modules) }));
}

function loading(specifier: string, exports: unknown): WithModules {
  return changing((modules) => ({
    load: (asked) => (asked === specifier ? exports : modules.load(asked)),
  }));
}

const surprises: Readonly<Record<string, WithModules>> = {
  "another version": loading("./package.json", { version: "1.13.1" }),
  "no version at all": loading("./package.json", undefined),
  "a package that cannot be found": () => {
    throw new Error("Cannot find module 'mammoth'");
  },
  "a module that is not there": changing(() => ({
    exchange: () => {
      throw new Error("Cannot find module './lib/docx/office-xml-reader.js'");
    },
  })),
  "elements of another class": loading("./lib/xml/nodes.js", { Element: class {} }),
  "results of another class": loading("./lib/results.js", { Result: class {} }),
  "no results": loading("./lib/results.js", {}),
  "no converter": loading("./lib/document-to-html.js", {}),
  "no function that converts": loading("./lib/index.js", {}),
  "another kind of answer": loading("./lib/index.js", { convertToHtml: () => Promise.resolve("<p></p>") }),
  "other HTML": loading("./lib/index.js", {
    convertToHtml: () => Promise.resolve({ value: `${canaryHtml} `, messages: [] }),
  }),
  "a failure": loading("./lib/index.js", { convertToHtml: () => Promise.reject(new Error("no")) }),
  "no use of our reader": changing(() => ({ exchange: () => undefined })),
  "other functions of lists": loading("underscore", {}),
};

describe("mammoth runs as it is published, with the same HTML, where we meet", () => {
  test.for(Object.entries(surprises))("%s", async ([, withModules]) => {
    const engine = await loadEngine(withModules);
    expect(engine.isFast).toBe(false);
    expect(await htmlOf(engine, inputOf(document))).toBe(await published(document));
  });
});

test("our modules are used where nothing surprises", async () => {
  const engine = await loadEngine(withPrivateModules);
  expect(engine.isFast).toBe(true);
  expect(await htmlOf(engine, inputOf(document))).toBe(await published(document));
});

test("mammoth is loaded once", async () => {
  expect(await loadMammoth()).toBe(await loadMammoth());
});

test("the HTML that is expected of the first document is what mammoth as it is published makes of it", async () => {
  expect(await htmlOf(plainEngine, canary)).toBe(canaryHtml);
});

describe("other users of mammoth in the same process", () => {
  const requireHere = createRequire(import.meta.url);
  const paths = (): string[] => Object.keys(requireHere.cache).filter((path) => path.includes("mammoth"));

  test("keep the modules that they have loaded", async () => {
    const before = requireHere("mammoth") as unknown;
    const loaded = paths();
    withPrivateModules("mammoth", createFastEngine);
    expect(requireHere("mammoth")).toBe(before);
    expect(paths()).toEqual(loaded);
    expect(await published(document)).toContain("two paragraphs");
  });

  test("load modules of their own after ours", () => {
    const engine = withPrivateModules("mammoth", createFastEngine);
    for (const path of paths()) delete requireHere.cache[path];
    const elements = requireHere("mammoth/lib/xml/nodes.js") as { readonly Element: { readonly prototype: object } };
    expect(engine.isFast).toBe(true);
    expect(String(Reflect.get(elements.Element.prototype, "first"))).toContain("_.find");
  });

  test("get their modules back where ours fail", () => {
    const before = requireHere("mammoth") as unknown;
    const failing = (): never => {
      throw new Error("no");
    };
    expect(() => withPrivateModules("mammoth", failing)).toThrow("no");
    expect(requireHere("mammoth")).toBe(before);
  });
});
