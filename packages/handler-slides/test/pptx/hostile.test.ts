import { describe, expect, test } from "vitest";
import { pptx } from "../../src/index.ts";
import { deckParts, links, makePptx, part, tree, type DeckXml } from "./deck-builder.ts";
import { readBytes, type Reading } from "../support/read-bytes.ts";
import { shape, title } from "./shapes-xml.ts";
import { zipOf, type Parts } from "../support/zip-of.ts";

const readParts = (parts: Parts): Promise<Reading> => readBytes(pptx(), zipOf(parts, "deflated"));

const two: DeckXml = { slides: [{ shapes: title("One") }, { shapes: title("Two") }] };

describe("a hostile deck", () => {
  test("with one damaged slide keeps the others", async () => {
    const { text, notices } = await readParts({ ...deckParts(two), "ppt/slides/slide2.xml": "<p:sld><p:cSld>" });
    expect(text).toBe("[slide 1]\n(damaged, not shown)\n[slide 2]\n## Two\n");
    expect(notices.join()).toContain("The slide cannot be read");
  });

  test("with a slide that is not there keeps the others", async () => {
    const { "ppt/slides/slide2.xml": _, ...parts } = deckParts(two);
    expect((await readParts(parts)).text).toBe("[slide 1]\n(damaged, not shown)\n[slide 2]\n## Two\n");
  });

  test("of which every slide is the same part is read", async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `<p:sldId id="${at + 256}" r:id="slide0"/>`).join("");
    const main = part("p:presentation", `<p:sldIdLst>${ids}</p:sldIdLst>`);
    const { text } = await readParts({ ...deckParts(two), "ppt/presentation.xml": main });
    expect(text.match(/## One/g)).toHaveLength(300);
  });

  test("of thousands of slides is read where it is asked for", async () => {
    const slides = Array.from({ length: 2500 }, (_, at) => ({ shapes: title(`Slide ${at + 1}`) }));
    const bytes = makePptx({ slides });
    const { text } = await readBytes(pptx(), bytes, { pages: [{ first: 2400, last: 2400 }] });
    expect(text).toBe("[slide 2400]\n## Slide 2400\n");
  });

  test("whose notes lead to a slide, and whose layout leads to itself, ends", async () => {
    const { text } = await readParts({
      ...deckParts(two),
      "ppt/slides/_rels/slide2.xml.rels": links([
        ["notes", "notesSlide", "slide2.xml"],
        ["layout", "slideLayout", "slide2.xml"],
      ]),
      "ppt/slides/_rels/slide1.xml.rels": links([["layout", "slideLayout", "../slideLayouts/slideLayout1.xml"]]),
      "ppt/slideLayouts/_rels/slideLayout1.xml.rels": links([["rId1", "slideMaster", "slideLayout1.xml"]]),
    });
    expect(text).toContain("[slide 1]\n## One");
    expect(text).toContain("[slide 2]\n## Two");
  });

  test("with groups in groups loses that slide and no other", async () => {
    const groups = `${"<p:grpSp>".repeat(5000)}${shape(["Deep"])}${"</p:grpSp>".repeat(5000)}`;
    const { text } = await readParts(deckParts({ slides: [{ shapes: groups }, ...two.slides] }));
    expect(text).toContain("[slide 1]\n(damaged, not shown)\n[slide 2]\n## One\n");
  });

  test("with entities is refused", async () => {
    const laughs = `<!DOCTYPE p [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;
    const main = part("p:presentation", "&b;").replace("?>\n", `?>\n${laughs}`);
    expect((await readParts({ ...deckParts(two), "ppt/presentation.xml": main })).error).toMatch(/^corrupt: /);
  });

  test("that is a bomb is refused", async () => {
    const bomb = part("p:sld", tree(shape(["x".repeat(20_000_000)])));
    expect((await readParts({ ...deckParts(two), "ppt/slides/slide2.xml": bomb })).error).toMatch(/^too-large: /);
  });

  test("without slides says so", async () => {
    const { text, notices } = await readParts(deckParts({ slides: [] }));
    expect([text, notices]).toEqual(["", ["The presentation has no slides."]]);
  });

  test("that is no deck at all is corrupt", async () => {
    expect((await readParts({ "word/document.xml": "<x/>" })).error).toMatch(/^corrupt: /);
    expect((await readBytes(pptx(), new Uint8Array(100))).error).toMatch(/^corrupt: /);
  });
});
