import { describe, expect, test } from "vitest";
import { ReadError } from "@reader/core";
import { loadMammoth } from "../../src/docx/mammoth/load-mammoth.ts";
import type { MammothEngine, MammothInput } from "../../src/docx/mammoth/mammoth-engine.ts";
import { documentOf, engines, htmlOf, inputOf, linkTo, namespaces, paragraph, relationshipsOf } from "./documents.ts";

async function endOf(engine: MammothEngine, input: MammothInput): Promise<string> {
  try {
    await engine.convert(input);
    return "read";
  } catch (error) {
    return ReadError.is(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");

/** A document whose main part has this in front of it. */
function afterProlog(prolog: string, text: string): MammothInput {
  const main = `${prolog}<w:document ${namespaces}><w:body>${paragraph(text)}</w:body></w:document>`;
  return inputOf({ ...documentOf(""), "word/document.xml": main });
}

/** A document whose main part is made when it is asked for. */
function withMain(main: () => Uint8Array): MammothInput {
  const input = inputOf(documentOf(""));
  return { ...input, part: (name) => (name === "word/document.xml" ? Promise.resolve(main()) : input.part(name)) };
}

/** Repeats bytes without a string of them. */
function repeated(piece: string, count: number, around: readonly [string, string]): Uint8Array {
  const [start, end] = around.map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const unit = new TextEncoder().encode(piece);
  const bytes = new Uint8Array(start.length + unit.length * count + end.length);
  bytes.set(start);
  bytes.set(unit, start.length);
  const stop = start.length + unit.length * count;
  for (let filled = unit.length; filled < unit.length * count; filled *= 2) {
    bytes.copyWithin(start.length + filled, start.length, Math.min(start.length + filled, stop - filled));
  }
  bytes.set(end, stop);
  return bytes;
}

const body: readonly [string, string] = [`<w:document ${namespaces}><w:body>`, "</w:body></w:document>"];

describe.for(engines)("a hostile document, mammoth %s:", ([, load]) => {
  test("a billion laughs are refused", async () => {
    const input = afterProlog(`<!DOCTYPE w:document [<!ENTITY l0 "ha">${laughs}]>`, "&l9;");
    expect(await endOf(await load(), input)).toBe(
      "corrupt: word/document.xml declares a document type, which no such document does.",
    );
  });

  test("an entity of another file is refused", async () => {
    const input = afterProlog(`<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, "&x;");
    expect(await endOf(await load(), input)).toMatch(/^corrupt: .* document type/);
  });

  test("a document type in a part beside the main one is refused", async () => {
    const styles = { "word/styles.xml": `<!DOCTYPE x><w:styles ${namespaces}/>` };
    expect(await endOf(await load(), inputOf(documentOf("", styles)))).toMatch(/^corrupt: word\/styles.xml/);
  });

  test("5000 tables in tables are refused", async () => {
    const nested = `${"<w:tbl><w:tr><w:tc>".repeat(5000)}${"</w:tc></w:tr></w:tbl>".repeat(5000)}`;
    expect(await endOf(await load(), inputOf(documentOf(nested)))).toBe(
      "corrupt: word/document.xml nests its elements more than 256 deep.",
    );
  });

  test("two million paragraphs are too large", async () => {
    const input = withMain(() => repeated("<w:p></w:p>", 2_000_000, body));
    expect(await endOf(await load(), input)).toBe("too-large: word/document.xml has more than 1000000 elements.");
  });

  test("as many spaces as may be unpacked are too large", async () => {
    const around = body.map((text, at) => (at === 0 ? `${text}<w:p><w:r><w:t>` : `</w:t></w:r></w:p>${text}`));
    const input = withMain(() => repeated(" ", 200_000_000, around as [string, string]));
    expect(await endOf(await load(), input)).toBe(
      "too-large: word/document.xml has more than 32000000 characters of text.",
    );
  });

  test("pictures outside of the document are not opened", async () => {
    const links = relationshipsOf(linkTo("x", "image", "file:///etc/passwd"));
    const blip = `<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="x"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>`;
    const main = `<w:p><w:r><w:t>before</w:t><w:drawing><wp:inline>${blip}</wp:inline></w:drawing></w:r></w:p>`;
    const engine = await load();
    const { html, messages } = await engine.convert(
      inputOf(documentOf(main, { "word/_rels/document.xml.rels": links })),
    );
    expect(html).toBe("<p>before</p>");
    expect(messages.join()).toContain("external file access is disabled");
  });

  test("a picture that is not there costs nothing but itself", async () => {
    const main = `<w:p><w:r><w:pict><v:shape><v:imagedata r:id="x"/></v:shape></w:pict><w:t>after</w:t></w:r></w:p>`;
    const links = { "word/_rels/document.xml.rels": relationshipsOf(linkTo("x", "image", "../../../etc/passwd")) };
    expect(await htmlOf(await load(), inputOf(documentOf(main, links)))).toBe("<p>after</p>");
  });

  test("a part that is cut off is corrupt", async () => {
    const input = inputOf({ ...documentOf(""), "word/document.xml": `<w:document ${namespaces}><w:body><w:p>` });
    expect(await endOf(await load(), input)).toBe("corrupt: word/document.xml is not well-formed.");
  });
});

test("names of JavaScript's own are names like any other", async () => {
  const own = ["constructor", "toString", "__proto__"].map((name) => `<${name} ${name}="1"/>`).join("");
  const odd = `<w:p constructor="1"><w:pPr><w:pStyle w:val="__proto__"/></w:pPr>${own}<w:r><w:t>fine</w:t></w:r></w:p>`;
  expect(await htmlOf(await loadMammoth(), inputOf(documentOf(odd)))).toBe("<p>fine</p>");
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a hundred thousand unknown elements take no time that grows with their square", async () => {
  const unknown = Array.from({ length: 100_000 }, (_, at) => `<w:u${at}/>`).join("");
  const { messages } = await (
    await loadMammoth()
  ).convert(inputOf(documentOf(`${paragraph("one")}<w:tbl>${unknown}</w:tbl>`)));
  expect(messages.length).toBe(100_000);
});
