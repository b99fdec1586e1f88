import { defaultBudget, textOnly } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { greyPng, greyTiff } from "../support/grey-images.ts";
import { readWord, textOfWord } from "./reading-docx.ts";
import { paragraph, part, run } from "./word-builder.ts";

const drawing = (content: string, facts = 'id="1" name="Picture 1"'): string =>
  `<w:drawing><wp:inline><wp:docPr ${facts}/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
const image = (id: string, name = "Picture 1"): string =>
  `<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="${name}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`;
const links = [
  ["png", "image", "media/a.png"],
  ["emf", "image", "media/b.emf"],
  ["tiff", "image", "media/e.tiff"],
  ["gone", "image", "media/c.png"],
  ["bad", "image", "media/d.png"],
  ["far", "image", "http://example.org/e.png"],
  ["out", "hyperlink", "http://example.org/"],
  ["chart", "chart", "charts/chart1.xml"],
  ["data", "diagramData", "diagrams/data1.xml"],
] as const;
const parts = {
  "word/media/a.png": greyPng,
  "word/media/b.emf": new Uint8Array(100),
  "word/media/e.tiff": greyTiff(8, 8),
  "word/media/d.png": new Uint8Array(100),
};

const readDrawing = (content: string, more = {}): ReturnType<typeof readWord> =>
  readWord({ body: paragraph(run("a ") + `<w:r>${content}</w:r>` + run(" b")), links, parts: { ...parts, ...more } });

describe("large images", () => {
  const large = new Uint8Array(300_000);
  large.set(greyPng);

  test("are measured and not loaded for a model that takes none", async () => {
    const { events, notices } = await readWord(
      {
        body: paragraph(`<w:r>${drawing(image("png"), 'id="1" name="x" descr="Cat"')}</w:r>`),
        links,
        parts: { ...parts, "word/media/a.png": large },
      },
      { capabilities: textOnly },
    );
    expect(events.filter(({ type }) => type === "image")).toEqual([]);
    expect(notices).toHaveLength(1);
    const omitted = {
      code: "media-omitted",
      reason: "not-accepted",
      mediaType: "image/png",
      bytes: 300_000,
      alt: "Cat",
    };
    expect(events).toContainEqual(expect.objectContaining(omitted));
  });

  test("may be more together than what may be inflated", async () => {
    const names = ["png", "bad"];
    const { error, events } = await readWord(
      {
        body: paragraph(names.map((id) => `<w:r>${drawing(image(id))}</w:r>`).join("")),
        links,
        parts: { ...parts, "word/media/a.png": large, "word/media/d.png": large },
      },
      { budget: { ...defaultBudget, maxInflatedBytes: 400_000 } },
    );
    expect(error).toBeUndefined();
    expect(events.filter(({ type }) => type === "image")).toHaveLength(2);
  });
});

describe("images", () => {
  test.for<readonly [string, string, string]>([
    [
      "with what they show",
      drawing(image("png"), 'id="1" name="x" descr="A  cat"'),
      "a ![A cat](image 1) b\n(image/png)\n",
    ],
    ["with the name of their file", drawing(image("png", "cat.png")), "a ![cat.png](image 1) b\n(image/png)\n"],
    [
      "without the folder of their file",
      drawing(image("png"), String.raw`id="1" name="x" descr="C:\Users\me\cat.png"`),
      "a ![cat.png](image 1) b\n(image/png)\n",
    ],
    [
      "that are old",
      '<w:pict><v:shape alt="A dog"><v:imagedata r:id="png" o:title="dog"/></v:shape></w:pict>',
      "a ![A dog](image 1) b\n(image/png)\n",
    ],
    [
      "that are links",
      drawing(image("png"), 'id="1" name="x"').replace(
        /(<wp:docPr [^>]*)\/>/,
        '$1><a:hlinkClick r:id="out"/></wp:docPr>',
      ),
      "a [![](image 1)](http://example.org/) b\n(image/png)\n",
    ],
    [
      "of a kind that can be made one that models take",
      drawing(image("tiff"), 'id="1" name="x" descr="Plan"'),
      "a ![Plan](image 1) b\n(image/png)\n",
    ],
    [
      "that no model takes",
      drawing(image("emf"), 'id="1" name="x" descr="Plan"'),
      "a [EMF image, not shown: Plan] b\n",
    ],
    ["that lie elsewhere", drawing(image("far")), "a [linked image, not loaded: http://example.org/e.png] b\n"],
    [
      "that lie elsewhere and are described",
      drawing(image("far").replace("r:embed", "r:link"), 'id="1" name="x" descr="Plan"'),
      "a [linked image, not loaded · Plan: http://example.org/e.png] b\n",
    ],
    ["that the text does not lead to", drawing(image("nowhere")), "a b\n"],
    [
      "in both of two alternatives",
      `<mc:AlternateContent><mc:Choice Requires="wps">${drawing(image("png"))}</mc:Choice><mc:Fallback><w:pict><v:shape><v:imagedata r:id="png"/></v:shape></w:pict></mc:Fallback></mc:AlternateContent>`,
      "a ![](image 1) b\n(image/png)\n",
    ],
  ])("%s are shown", async ([, content, expected]) => {
    expect((await readDrawing(content)).text).toBe(expected);
  });

  test("come as images with their size", async () => {
    const { events } = await readDrawing(drawing(image("png"), 'id="1" name="x" descr="Cat"'));
    const shown = events.find(
      (event): event is Extract<HandlerEvent, { readonly type: "image" }> => event.type === "image",
    );
    expect(shown).toMatchObject({ mediaType: "image/png", widthPx: 8, heightPx: 8, alt: "Cat" });
  });

  test.for(["gone", "bad"])("that are missing or invalid are reported (%s)", async (id) => {
    const { text, notices } = await readDrawing(drawing(image(id)) + drawing(image("png")));
    expect(text).toBe("a ![](image 1)![](image 2) b\n(image/png)\n");
    expect(notices).toEqual(["One image of the document could not be found in the file, or could not be read."]);
  });

  test("are lines of text for a model that takes text only", async () => {
    const body = paragraph(`<w:r>${drawing(image("png"))}</w:r>`);
    expect(await textOfWord({ body, links, parts }, { capabilities: textOnly })).toContain("![](image 1)");
  });
});

describe("the link of a drawing", () => {
  const linkTo = (href: string): string => `<w:pict><v:shape href="${href}"/></w:pict>`;

  test.for<readonly [string, string]>([
    ["sub/other.docx", "[link of the drawing](sub/other.docx)"],
    [
      "http://a.example/) ![x](http://b.example/p.png",
      "[link of the drawing](<http://a.example/)%20![x](http://b.example/p.png>)",
    ],
    ["./a](b.docx) [b", "[link of the drawing](<./a](b.docx)%20[b>)"],
  ])("cannot hold another one (%s)", async ([href, expected]) => {
    expect((await readDrawing(linkTo(href))).text).toBe(`a ${expected} b\n`);
  });

  const click = '<a:hlinkClick r:id="out"/>';
  const linked = (content: string): string =>
    drawing(content).replace(/(<wp:docPr [^>]*)\/>/, `$1>${click}</wp:docPr>`);
  const linkedImage = linked(image("png").replace(/(<pic:cNvPr [^>]*)\/>/, `$1>${click}</pic:cNvPr>`));
  const shape = '<v:shape href="sub/b.docx"/>';
  const words = "[link of the drawing]";
  const to = "(http://example.org/)";
  test.for<readonly [string, string, string]>([
    ["of an image that states it, too, contains the image", linkedImage, `us[![](image 1)]${to}b`],
    [
      "that the text around it has is not repeated",
      `<w:hyperlink r:id="out">${run("x")}<w:r>${linkedImage}</w:r></w:hyperlink>`,
      `us[x![](image 1)]${to}b`,
    ],
    ["of several shapes is written once", `<w:pict>${shape}${shape}${shape}</w:pict>`, `us ${words}(sub/b.docx) b`],
    [
      "of each shape is kept",
      `<w:pict>${shape}<v:rect href="c.docx"/></w:pict>`,
      `us ${words}(sub/b.docx) ${words}(c.docx) b`,
    ],
    [
      "in another link stands beside it",
      `<w:hyperlink r:id="out">${run("x")}<w:r><w:pict>${shape}</w:pict></w:r></w:hyperlink>`,
      `us[x]${to} ${words}(sub/b.docx) b`,
    ],
    [
      "of a text box precedes it",
      linked(`<w:txbxContent>${paragraph(run("T"))}</w:txbxContent>`),
      `us ${words}${to} b\n\nT`,
    ],
  ])("%s", async ([, content, expected]) => {
    const runs = content.startsWith("<w:hyperlink") ? content : `<w:r>${content}</w:r>`;
    const { text } = await readWord({ body: paragraph(run("us") + runs + run("b")), links, parts });
    expect(text.replace("\n(image/png)", "")).toBe(`${expected}\n`);
  });

  test.for(["javascript:alert(1)", "data:text/html,x", "#top", ""])(
    "is not to run or to hold content (%s)",
    async (href) => {
      expect((await readDrawing(linkTo(href))).text).toBe("a b\n");
    },
  );
});

describe("text boxes", () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
  const modern = (text: string): string => drawing(`<wps:wsp><wps:txbx>${box(text)}</wps:txbx></wps:wsp>`);
  const old = (text: string): string => `<w:pict><v:shape><v:textbox>${box(text)}</v:textbox></v:shape></w:pict>`;

  test.for<readonly [string, string]>([
    ["of today", modern("box")],
    ["of old", old("box")],
    [
      "of both",
      `<mc:AlternateContent><mc:Choice Requires="wps">${modern("box")}</mc:Choice><mc:Fallback>${old("box")}</mc:Fallback></mc:AlternateContent>`,
    ],
    [
      "of an alternative that is empty",
      `<mc:AlternateContent><mc:Choice Requires="x"/><mc:Fallback>${old("box")}</mc:Fallback></mc:AlternateContent>`,
    ],
    [
      "of a locked canvas",
      drawing(
        "<lc:lockedCanvas><a:sp><a:txSp><a:txBody><a:bodyPr/><a:p><a:r><a:t>b</a:t></a:r><a:r><a:t>ox</a:t></a:r></a:p></a:txBody></a:txSp></a:sp></lc:lockedCanvas>",
      ),
    ],
  ])("%s stand after their paragraph, once", async ([, content]) => {
    expect((await readDrawing(content)).text).toBe("a b\n\nbox\n");
  });

  test("inside text boxes are read", async () => {
    const inner = `<wps:wsp><wps:txbx><w:txbxContent>${paragraph(run("outer") + `<w:r>${modern("inner")}</w:r>`)}</w:txbxContent></wps:txbx></wps:wsp>`;
    expect((await readDrawing(drawing(inner))).text).toBe("a b\n\nouter\n\ninner\n");
  });

  test("that are only art are read", async () => {
    const art = '<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>';
    expect((await readDrawing(art)).text).toBe("a DRAFT b\n");
  });
});

describe("other drawings", () => {
  test("show what they say of themselves where they show nothing else", async () => {
    expect((await readDrawing(drawing("<wps:wsp/>", 'id="1" name="x" descr="An arrow"'))).text).toBe(
      "a [drawing: An arrow] b\n",
    );
  });

  test("that are charts show their values", async () => {
    const chart = part(
      "c:chartSpace",
      "<c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>Sales</c:v></c:tx><c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>May</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx='0'><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>",
    );
    const { text } = await readDrawing(drawing('<c:chart r:id="chart"/>'), { "word/charts/chart1.xml": chart });
    expect(text).toContain("[bar chart]");
    expect(text).toContain("|May|7|");
  });

  test("that are diagrams show their words", async () => {
    const point = '<dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt>';
    const data = part("dgm:dataModel", `<dgm:ptLst>${point}</dgm:ptLst><dgm:cxnLst/>`);
    const { text } = await readDrawing(drawing('<dgm:relIds r:dm="data"/>'), { "word/diagrams/data1.xml": data });
    expect(text).toContain("- Step");
  });

  test("that are embedded objects are named", async () => {
    const object =
      '<w:object><v:shape><v:imagedata r:id="emf"/></v:shape><o:OLEObject ProgID="Excel.Sheet.12" r:id="x"/></w:object>';
    expect((await readDrawing(object)).text).toBe("a [EMF image, not shown][embedded object: Excel.Sheet.12] b\n");
  });

  test.for<readonly [string, string, string]>([
    ["once", "emf", "a [equation, not shown] b\n"],
    ["by their images", "png", "a ![](image 1) b\n(image/png)\n"],
  ])("that are equations are named %s", async ([, image, expected]) => {
    const object = `<w:object><v:shape><v:imagedata r:id="${image}"/></v:shape><o:OLEObject ProgID="Equation.DSMT4" r:id="x"/></w:object>`;
    expect((await readDrawing(object)).text).toBe(expected);
  });
});
