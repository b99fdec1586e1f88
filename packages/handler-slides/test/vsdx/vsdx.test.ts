import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { vsdx } from "../../src/index.ts";
import { readBytes } from "../support/read-bytes.ts";
import { corpus, corpusFiles, hasCorpus } from "../support/corpus.ts";
import { fixtureFiles } from "./fixture-drawings.ts";
import { cell, glue, line, makeVsdx, section, shape } from "./make-vsdx.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);

testHandler(vsdx(), new URL("vsdx/", fixtures));

describe("the fixtures of drawings", () => {
  test.for(Object.entries(fixtureFiles))("hold what makes them: %s", ([path, content]) => {
    expect(Buffer.compare(readFileSync(new URL(path, fixtures)), Buffer.from(content))).toBe(0);
  });
});

async function textOf(shapes: string, connects = ""): Promise<string> {
  const connector = shape({ id: 5, more: cell("BeginX", 1) });
  const masters = [["Dynamic connector", connector]] as const;
  const { text } = await readBytes(vsdx(), makeVsdx({ masters, pages: [{ name: "A", shapes, connects }] }));
  return text.replace("[page 1]\n## A\n\n", "");
}

const two = shape({ id: 1, text: "a" }) + shape({ id: 2, at: [3, 1], text: "b" });

describe("connections", () => {
  test.for([
    ["an arrow at its end", cell("EndArrow", 4), "a → b"],
    ["an arrow at its beginning", cell("BeginArrow", 4) + cell("EndArrow", 0), "b → a"],
    ["arrows at both ends", cell("BeginArrow", 4) + cell("EndArrow", 4), "a ↔ b"],
    ["no arrow", cell("BeginArrow", 0) + cell("EndArrow", 0), "a — b"],
    ["an arrow of a theme", "<Cell N='EndArrow' V='Themed' F='THEMEVAL()'/>", "a → b"],
  ] as const)("have the direction of a line with %s", async ([, more, expected]) => {
    expect(await textOf(two + line(9, undefined, more), glue(9, 1, 2))).toContain(`- ${expected}\n`);
  });

  test("need both ends", async () => {
    const open = "<Connect FromSheet='9' FromCell='BeginX' ToSheet='1' ToCell='PinX'/>";
    expect(await textOf(two + line(9, "loose"), open)).not.toContain("Connections");
  });
});

describe("shapes", () => {
  test("show the fields of their own in a text of the master", async () => {
    const master = shape({ id: 5, text: "Cost: <fld IX='0'>0</fld>" });
    const shapes = shape({ id: 1, master: 2, more: section("Field", ["IX='0'", cell("Value", "7 EUR")]) });
    const bytes = makeVsdx({ masters: [["Task", master]], pages: [{ name: "A", shapes }] });
    expect((await readBytes(vsdx(), bytes)).text).toContain("- Cost: 7 EUR (Task)\n");
  });

  test("show neither what was never filled in nor what a master keeps for itself", async () => {
    const value = (name: string, more: string): readonly [string, string] => [
      `N='${name}'`,
      cell("Label", name) + more,
    ];
    const unset = "<Cell N='Value' V='0' F='No Formula'/>";
    const data = section("Property", value("Room", unset), value("Kind", cell("Value", "user") + cell("Invisible", 1)));
    const master = shape({ id: 5, text: "M1", more: data + cell("HideText", 1) });
    const shapes = shape({ id: 1, master: 2, more: section("Property", value("Name", cell("Value", "Ada"))) });
    const bytes = makeVsdx({ masters: [["User", master]], pages: [{ name: "A", shapes }] });
    expect((await readBytes(vsdx(), bytes)).text).toContain("- (User) · Name: Ada\n");
  });

  test("come in reading order, whatever the order of the file", async () => {
    const at = (id: number, x: number, y: number): string => shape({ id, at: [x, y], text: String(id) });
    expect(await textOf(at(1, 5, 1) + at(2, 1, 5) + at(3, 1, 1) + at(4, 5, 5.1))).toBe("- 2\n- 4\n- 3\n- 1\n");
  });
});

test.skipIf(!hasCorpus)("reads the drawings of the corpus, or says why not", async () => {
  const files = corpusFiles(/\.vsdx$/);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const { text, error } = await readBytes(vsdx(), readFileSync(new URL(file, corpus)));
    expect(error ?? text, file).not.toBe("");
  }
});
