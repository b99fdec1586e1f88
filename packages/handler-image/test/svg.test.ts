import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { svgWords } from "../src/formats/svg/open-svg.ts";
import { anthropic, textOnly } from "@reader/core";
import { colourAt, distance, errorOf, imageOf, read, remarksIn } from "./reading.ts";

const head =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="50"';

describe("the words of a drawing", () => {
  test.for([
    ["<text>One</text><text>two</text>", ["One", "two"]],
    ["<text><tspan>A</tspan> <tspan>b</tspan></text>", ["A b"]],
    ["<text>a &lt; b &amp; c &#233; &#x20AC;</text>", ["a < b & c é €"]],
    ["<text><![CDATA[1 < 2]]></text>", ["1 < 2"]],
    ["<title>T</title><desc>D</desc><style>text { fill: red }</style><script>var a</script>", ["T", "D"]],
    ["<foreignObject><div>Box <b>one</b></div><div>line</div></foreignObject>", ["Box one", "line"]],
    ['<text x="9" y="2"><tspan x="9" y="2">one</tspan><tspan x="9" y="4">two</tspan></text>', ["one", "two"]],
    ['<text><tspan x="9" dy="0">one</tspan><tspan x="9" dy="1.2em">two</tspan></text>', ["one", "two"]],
    ['<text><tspan x="9" y="2">Hel</tspan><tspan x="30" y="2">lo</tspan></text>', ["Hello"]],
    ['<text>x<tspan dy="-5">2</tspan></text>', ["x2"]],
    ["<text a='>'>x</text><!-- <text>no</text> --><g>loose</g>", ["x"]],
    ["<svg:text>prefixed</svg:text>", ["prefixed"]],
    ["<text>&other; &amp;</text>", ["&other; &"]],
    ["<text>", []],
  ] as const)("%s", ([body, expected]) => {
    expect(svgWords(`${head}>${body}</svg>`)).toEqual(expected);
  });

  test("resolve the entities that the drawing declares, except files and nested ones", () => {
    const declared = `<!ENTITY who "Ada"><!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY more "&who;&who;">`;
    const words = svgWords(`<!DOCTYPE svg [${declared}]>${head}><text>&who; &file; &more;</text></svg>`);
    expect(words).toEqual(["Ada &file; &more;"]);
  });

  test("come after the image, or alone for a model without image input", async () => {
    const source = `${head}><text y="20">Start</text></svg>`;
    const bytes = Buffer.from(source);
    const { events } = await read(bytes);
    expect(events.map(({ type }) => type)).toEqual(["text", "image", "text", "text", "text"]);
    const { text } = await read(bytes, { capabilities: textOnly });
    expect(text).toBe(
      `x.img · SVG 100×50 · it cannot be seen: this model takes no images\nText in the drawing:\nStart\nSource:\n${source}`,
    );
  });

  test("are followed by the source as it is written, unless only the image or a part is requested", async () => {
    const source = `<?xml version="1.0"?>\n<!-- by hand -->\n${head}>\n<rect fill="var(--a, red)"/>\n</svg>\n`;
    const bytes = Buffer.from(source);
    expect((await read(bytes)).text.endsWith(`Source:\n${source}`)).toBe(true);
    expect((await read(bytes, { view: "text" })).text).toContain(source);
    for (const context of [{ view: "image" }, { view: "native" }, { select: "0,0,50,25" }] as const) {
      expect((await read(bytes, context)).text).not.toContain("Source:");
    }
  });
});

describe("a drawing with too much in it", () => {
  const much = "<g/>".repeat(2_500_001);

  test("is refused before the engine fills the memory", async () => {
    const limit = { name: "maxDrawnCharacters", value: 10_000_000 };
    expect(await errorOf(Buffer.from(`${head}>${much}</svg>`), { view: "image" })).toMatchObject({
      code: "too-large",
      details: { limit },
    });
  });

  test("is refused by what its elements would take", async () => {
    const bytes = Buffer.from(`${head}>${"<g/>".repeat(300_000)}</svg>`);
    const limit = { name: "maxDrawnBytes" };
    expect(await errorOf(bytes, { view: "image" })).toMatchObject({ code: "too-large", details: { limit } });
  });

  test.for([textOnly, anthropic])("shows its words ($name)", async (capabilities) => {
    const bytes = Buffer.from(`${head}><text>The end</text>${much}</svg>`);
    const { text, events, error } = await read(bytes, { capabilities });
    expect(error).toBeUndefined();
    expect(text).toContain("The end");
    const isSaid = remarksIn(events).some((remark) =>
      remark.startsWith("It cannot be shown as an image: The drawing has"),
    );
    expect(isSaid).toBe(capabilities.images !== undefined);
  });

  test("that may take too long yields its text first", async () => {
    const path = "M0 0" + " L9 9 L1 2".repeat(40_000);
    const { events, text } = await read(Buffer.from(`${head}><text>First</text><path d="${path}"/></svg>`));
    expect(events.map(({ type }) => type)).toEqual(["text", "text", "text", "text", "image", "text", "text"]);
    expect(text).toMatch(/^x\.img · SVG 100×50\nText in the drawing:\nFirst\nDrawing it may take longer/);
  });
});

describe("what cannot be drawn", () => {
  test("is given in words, and why there is no image is said", async () => {
    const source = `${head}><text>Left & right</text></svg>`;
    const { text, events } = await read(Buffer.from(source));
    expect(text).toBe(`x.img · SVG 100×50\nText in the drawing:\nLeft & right\nSource:\n${source}`);
    expect(remarksIn(events)).toEqual([
      expect.stringMatching(/^It cannot be shown as an image: The image cannot be decoded/),
    ]);
  });

  test.for([anthropic, textOnly])("without words shows its source, to be corrected ($name)", async (capabilities) => {
    const source = `${head}>\n<rect width="60"`;
    const recognise = () => Promise.reject(new Error("A drawing that is damaged is not recognised."));
    const { text, events, error } = await read(Buffer.from(source), { capabilities, recognise });
    expect(error).toBeUndefined();
    expect(text.endsWith(`\nSource:\n${source}`)).toBe(true);
    expect(remarksIn(events)).toEqual([
      expect.stringMatching(/^It cannot be shown as an image: .* Its XML is damaged on line 2 of the file: .* Correct/),
    ]);
  });

  test("is never parsed for a model that takes text", async () => {
    const { text } = await read(Buffer.from(`${head}><rect></svg>`), { capabilities: textOnly });
    expect(text).toMatch(/^x\.img · SVG 100×50 · it cannot be seen: this model takes no images/);
  });

  test.for([
    ['<image href="https://example.org/a.png"/><image xlink:href="b.png"/>', /files in 2 places outside of it/],
    ['<use href="other.svg#a"/>', /a file outside of it/],
    ["<foreignObject><p>Label</p></foreignObject>", /HTML \(foreignObject\)/],
    ['<text><textPath href="#a">Along</textPath></text>', /along a path \(textPath\)/],
  ] as const)("%s is said", async ([body, said]) => {
    const { events } = await read(Buffer.from(`${head}>${body}<rect width="9" height="9"/></svg>`));
    expect(remarksIn(events)).toEqual([expect.stringMatching(said)]);
  });

  test("a collection of symbols has a notice that lists them", async () => {
    const symbols =
      '<symbol id="arrow"><path d="M0 0h9"/></symbol><defs><symbol id="home"><path d="M0 0"/></symbol></defs>';
    const { events } = await read(Buffer.from(`${head}>${symbols}</svg>`));
    expect(remarksIn(events)).toEqual([
      "The drawing shows nothing by itself. It defines 2 symbols for use in other files: arrow, home.",
    ]);
    const shown = await read(Buffer.from(`${head}>${symbols}<use href="#arrow"/></svg>`));
    expect(remarksIn(shown.events)).toEqual([]);
  });

  test.for([
    '<image href="data:image/png;base64,AAAA"/><g id="a"/><use href="#a"/>',
    "<switch><foreignObject><p>Label</p></foreignObject><text>Label</text></switch>",
    "<foreignObject/>",
  ])("%s is all that there is", async (body) => {
    const { events } = await read(Buffer.from(`${head}>${body}<rect width="9" height="9"/></svg>`));
    expect(remarksIn(events)).toEqual([]);
  });
});

describe("odd drawings", () => {
  const body = '><rect width="100" height="50" fill="#c00"/></svg>';

  test.for<readonly [string, Uint8Array]>([
    ["in UTF-16", Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${head}${body}`, "utf16le")],
    ["in Latin-1", Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${head}><text>é</text></svg>`, "latin1")],
    ["after a long comment", Buffer.from(`<!-- ${"x".repeat(3000)} -->${head}${body}`)],
    [
      "with declared entities",
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" width="100" height="50"${body}`,
      ),
    ],
  ])("%s are rendered", async ([, bytes]) => {
    expect(await imageOf(bytes)).toMatchObject({ widthPx: 512, heightPx: 256 });
  });

  test.for([
    ["no size", ""],
    ["a size of nothing", 'width="0" height="0"'],
    ["a size in percent", 'width="100%" height="100%"'],
    ["a width alone", 'width="400"'],
  ] as const)("with %s are shown from the origin to the end of the content", async ([, attributes]) => {
    const square = '<rect x="200" y="100" width="100" height="100" fill="#00c"/>';
    const part = await imageOf(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${square}</svg>`));
    expect(part).toMatchObject({ originalWidthPx: 300, originalHeightPx: 200, widthPx: 512, heightPx: 341 });
    const inside = [512 * 0.7, 512 * 0.97].map((x) => colourAt(part, Math.round(x), 260));
    for (const colour of await Promise.all(inside)) expect(distance(colour, [0, 0, 200])).toBeLessThan(30);
    expect(distance(await colourAt(part, 300, 260), [255, 255, 255])).toBeLessThan(30);
  });

  test("that lie far from the origin are shown whole", async () => {
    const square = '<rect x="2000" y="10" width="20" height="20" fill="#00c"/>';
    const part = await imageOf(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${square}</svg>`));
    expect(part.originalWidthPx).toBeGreaterThanOrEqual(2020);
    expect(part.originalWidthPx).toBeLessThan(2100);
  });

  test.for([
    ['width="210mm" height="297mm"', 794, 1123],
    ['width="2in"  viewBox="0 0 20 10"', 192, 96],
    ['style="color:red;width:50px; height:80px" width="9" height="9"', 50, 80],
    ['viewBox="-5 -5 30 20"', 30, 20],
  ] as const)("with %s have the size that browsers give them", async ([size, originalWidthPx, originalHeightPx]) => {
    const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="9" height="9"/></svg>`);
    const part = await imageOf(bytes);
    expect([part.originalWidthPx ?? part.widthPx, part.originalHeightPx ?? part.heightPx]).toEqual([
      originalWidthPx,
      originalHeightPx,
    ]);
  });

  test("with a prefix and without a size are drawn", async () => {
    const bytes = Buffer.from(
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width="80" height="40" fill="#00c"/></s:svg>',
    );
    expect(distance(await colourAt(await imageOf(bytes), 9, 9), [0, 0, 204])).toBeLessThan(30);
  });

  test("with nothing in them are blank, in the size that browsers give them", async () => {
    const part = await imageOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(part).toMatchObject({ originalWidthPx: 300, originalHeightPx: 150 });
  });

  test("that cannot be drawn are corrupt", async () => {
    expect(await errorOf(Buffer.from(`${head}><rect></svg>`), { view: "image" })).toMatchObject({
      code: "corrupt",
      hint: "Correct the XML in that line, or get an undamaged copy of the file.",
    });
  });
});

describe("references that multiply", () => {
  const levels = (count: number, each: number): string =>
    Array.from({ length: count }, (_, level) => {
      const use = `<use xlink:href="#l${level}"/>`.repeat(each);
      return `<g id="l${level + 1}">${use}</g>`;
    }).join("");
  const bomb = (count: number, each: number): Buffer =>
    Buffer.from(
      `${head}><defs><g id="l0"><rect width="1" height="1"/></g>${levels(count, each)}</defs><use xlink:href="#l${count}"/></svg>`,
    );

  test("beyond all measure are refused before anything is drawn", async () => {
    expect(await errorOf(bomb(12, 10), { view: "image" })).toMatchObject({
      code: "too-large",
      details: { limit: { name: "maxElements" } },
    });
  });

  test("within reason are drawn", async () => {
    expect(await imageOf(bomb(3, 5))).toMatchObject({ widthPx: 512 });
  });

  test("in a circle come to an end", async () => {
    const bytes = Buffer.from(`${head}><g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g></svg>`);
    const { error, events } = await read(bytes);
    expect(error !== undefined || events.length > 0).toBe(true);
  });
});

describe("a drawing that says to be larger than can be drawn is drawn smaller", () => {
  test.for([
    ['width="1000000000" height="500000000" viewBox="0 0 20 10"', 16_384, 8192],
    ['viewBox="0 0 20 10" width="9000mm" height="4500mm"', 16_384, 8192],
    ['viewBox="0 0 20 10" width="60000"', 16_384, 8192],
    ['width="32767.5" height="10" viewBox="0 0 20 10"', 16_384, 5],
  ] as const)("%s", async ([size, originalWidthPx, originalHeightPx]) => {
    const bytes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="10" height="10" fill="#00c"/></svg>`,
    );
    expect(await imageOf(bytes)).toMatchObject({ originalWidthPx, originalHeightPx });
  });

  test.for(['viewBox="0 0 1000000 500000"', 'width="1000000" height="500000"'])("%s shows all of it", async (size) => {
    const square = '<rect width="500000" height="500000" fill="#00c"/>';
    const part = await imageOf(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${square}</svg>`));
    expect(distance(await colourAt(part, 30, 30), [0, 0, 204])).toBeLessThan(30);
    expect(distance(await colourAt(part, 1500, 30), [255, 255, 255])).toBeLessThan(30);
  });

  test.for([
    'width="30000" height="10"',
    'width="100%" height="100%" viewBox="0 0 400 300"',
    'width="40in" height="1in"',
  ])("and %s is drawn as it is", async (size) => {
    const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="9" height="9"/></svg>`);
    expect(await imageOf(bytes)).toBeDefined();
  });
});
