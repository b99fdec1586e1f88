import { expect, test } from "vitest";
import { odt } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { flatDocument, type FlatParts } from "./flat-document.ts";

async function textOf(body: string, parts: FlatParts = {}): Promise<string> {
  return (await readAll(odt(), flatDocument(body, parts))).text;
}

/** Heading styles that the outline numbers; the second one names no list, as some programs write it. */
const outline =
  '<style:style style:name="One" style:family="paragraph" style:default-outline-level="1"/>' +
  '<style:style style:name="Two" style:family="paragraph" style:default-outline-level="2" style:list-style-name=""/>' +
  '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/>' +
  '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>';

function heading(style: string, level: number, text: string): string {
  return `<text:h text:style-name="${style}" text:outline-level="${level}">${text}</text:h>`;
}

test("does not number or count headings whose own style is outside lists", async () => {
  const automaticStyles =
    '<style:style style:name="Out" style:family="paragraph" style:parent-style-name="One" style:list-style-name=""/>' +
    '<style:style style:name="Tall" style:family="paragraph" style:parent-style-name="Two"/>';
  const body = [
    heading("One", 1, "A"),
    heading("Tall", 2, "B"),
    heading("Out", 2, ""),
    heading("Out", 1, "Preface"),
    heading("Two", 2, "C"),
    heading("One", 1, "D"),
  ].join("");
  expect(await textOf(body, { styles: outline, automaticStyles })).toBe(
    "# 1 A\n## 1.1 B\n# Preface\n## 1.2 C\n# 2 D\n",
  );
});
