import { expect, test } from "vitest";
import { odt } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { flatDocument, listStyle, type FlatParts } from "./flat-document.ts";

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

const numbers = { automaticStyles: listStyle("L", "1", "a") };

function list(...items: readonly string[]): string {
  return `<text:list text:style-name="L">${items.join("")}</text:list>`;
}

function nested(...items: readonly string[]): string {
  return `<text:list>${items.join("")}</text:list>`;
}

function item(...content: readonly string[]): string {
  return `<text:list-item>${content.join("")}</text:list-item>`;
}

function header(...content: readonly string[]): string {
  return `<text:list-header>${content.join("")}</text:list-header>`;
}

test("does not number headings by the outline that are items of a list without labels", async () => {
  const unnumbered =
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style>';
  const body = list(item(heading("One", 1, "A"))) + heading("One", 1, "B");
  expect(await textOf(body, { styles: outline, automaticStyles: unnumbered })).toBe("# A\n# 1 B\n");
});

test("does not label or count an item that starts with another list", async () => {
  const silent = item(nested(header("<text:p/>")), "<text:p>b</text:p>");
  const body = list(item("<text:p>a</text:p>"), silent, item("<text:p>c</text:p>"));
  expect(await textOf(body, numbers)).toBe("1. a\n\n  b\n2. c\n");
  expect(await textOf(list(silent), numbers)).toBe("b\n");
});

test("continues an item with the headers of lists inside it, and after them", async () => {
  const content = ["a", "b", "c"].map((text) => `<text:p>${text}</text:p>`);
  const inside = nested(header("<text:p>h</text:p>"));
  const body = list(header("<text:p>title</text:p>"), item(content.join(inside)), item("<text:p>d</text:p>"));
  expect(await textOf(body, numbers)).toBe("title\n\n1. a\n\n  h\n\n  b\n\n  h\n\n  c\n2. d\n");
});

test("continues an item after a list inside it on the level of the item", async () => {
  const inside = nested(item("<text:p>b</text:p>"));
  expect(await textOf(list(item("<text:p>a</text:p>", inside, "<text:p>c</text:p>")), numbers)).toBe(
    "1. a\n  1.a. b\n\n  c\n",
  );
});

test("writes no bullet for levels without one", async () => {
  const level = (number: number, bullet: string): string =>
    `<text:list-level-style-bullet text:level="${number}" text:bullet-char="${bullet}"/>`;
  const automaticStyles =
    `<text:list-style style:name="None">${level(1, " ")}</text:list-style>` +
    `<text:list-style style:name="Half">${level(1, "•")}${level(2, "")}</text:list-style>` +
    '<text:list-style style:name="Blank"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style>' +
    '<text:list-style style:name="Square"><text:list-level-style-number text:level="1" style:num-format="" style:num-prefix="▪"/></text:list-style>';
  const styled = (name: string, content: string): string =>
    `<text:list text:style-name="${name}">${content}</text:list>`;
  const plain = item("<text:p>a</text:p>") + item("<text:p>b</text:p>");
  const body =
    styled("Half", item("<text:p>x</text:p>", nested(item("<text:p>y</text:p>")))) +
    styled("None", plain) +
    styled("Undeclared", plain) +
    styled("Blank", plain) +
    styled("Square", plain);
  expect(await textOf(body, { automaticStyles })).toBe("- x\n\n  y\n\na\n\nb\n\n- a\n- b\n\na\n\nb\n\n- a\n- b\n");
});
