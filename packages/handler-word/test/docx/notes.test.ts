import { describe, expect, test } from "vitest";
import { textOfWord } from "./reading-docx.ts";
import { paragraph, part, run, styled } from "./word-builder.ts";

const mark = (kind: string, id: number): string =>
  `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="${id}"/></w:r>`;
const note = (kind: string, id: number, content: string): string => `<w:${kind} w:id="${id}">${content}</w:${kind}>`;
const separator = '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>';
const heading = (text: string): string => paragraph(run(text), '<w:outlineLvl w:val="0"/>');

const footnotes =
  separator +
  note("footnote", 2, paragraph(`<w:r><w:footnoteRef/></w:r>${run(" First")}`)) +
  note("footnote", 3, paragraph(run("Second")) + paragraph(run("and more", "<w:b/>")));
const endnotes = note("endnote", 2, paragraph(run("At the end")));

describe("notes", () => {
  test("are marked where they belong, and stand at the end", async () => {
    const body = paragraph(
      run("a") + mark("footnote", 3) + run(" b") + mark("endnote", 2) + run(" c") + mark("footnote", 2),
    );
    expect(await textOfWord({ body, footnotes, endnotes })).toBe(
      "a[^1] b[^i] c[^2]\n\n[^1]: Second\n    **and more**\n\n[^i]: At the end\n\n[^2]: First\n",
    );
  });

  test("stand at the end of the section that they belong to", async () => {
    const body = heading("One") + paragraph(run("a") + mark("footnote", 2)) + heading("Two") + paragraph(run("b"));
    expect(await textOfWord({ body, footnotes })).toBe(
      "[section 1 · One]\n# One\n\na[^1]\n\n[^1]: First\n[section 2 · Two]\n# Two\n\nb\n",
    );
  });

  test("come with a section that is chosen", async () => {
    const body =
      heading("One") +
      paragraph(run("a") + mark("footnote", 2)) +
      heading("Two") +
      paragraph(run("b") + mark("footnote", 3));
    expect(await textOfWord({ body, footnotes }, { select: "Two" })).toBe(
      "[section 2 · Two]\n# Two\n\nb[^2]\n\n[^2]: Second\n    **and more**\n",
    );
  });

  test("are reported if they are missing", async () => {
    expect(await textOfWord({ body: paragraph(run("a") + mark("footnote", 9)), footnotes })).toBe(
      "a[footnote missing]\n",
    );
    expect(await textOfWord(paragraph(run("a") + mark("endnote", 9)))).toBe("a[endnote missing]\n");
  });

  test("are shown once if they are marked twice", async () => {
    const body = paragraph(mark("footnote", 2) + run("a") + mark("footnote", 2));
    expect(await textOfWord({ body, footnotes })).toBe("[^1]a[^1]\n\n[^1]: First\n");
  });

  test("have links of their own", async () => {
    const linked = note("footnote", 2, paragraph(`<w:hyperlink r:id="x">${run("b")}</w:hyperlink>`));
    const body = paragraph(run("a") + mark("footnote", 2));
    const noteLinks = [["x", "hyperlink", "http://note.example"]] as const;
    const links = [["x", "hyperlink", "http://text.example"]] as const;
    expect(await textOfWord({ body, footnotes: linked, noteLinks, links })).toBe(
      "a[^1]\n\n[^1]: [b](http://note.example)\n",
    );
  });
});

describe("what stands on every page", () => {
  const links = [
    ["h1", "header", "header1.xml"],
    ["h2", "header", "header2.xml"],
    ["f1", "footer", "footer1.xml"],
  ] as const;

  test("is said once, at the start", async () => {
    const header = part("w:hdr", paragraph(run("Secret")) + paragraph(run("Draft", "<w:b/>")));
    const parts = {
      "word/header1.xml": header,
      "word/header2.xml": header,
      "word/footer1.xml": part(
        "w:ftr",
        paragraph(`${run("Page ")}<w:r><w:instrText>PAGE</w:instrText></w:r>${run("1")}`),
      ),
    };
    expect(await textOfWord({ body: paragraph(run("a")), links, parts })).toBe(
      "Header: Secret / Draft\nFooter: Page 1\n\na\n",
    );
  });

  test("does not cost the text where it is damaged", async () => {
    const parts = { "word/header1.xml": "<w:hdr><w:p>", "word/styles.xml": "<w:styles" };
    expect(await textOfWord({ body: styled("x", "a"), links, parts })).toBe("a\n");
  });
});

describe("what a document says of itself", () => {
  test("stands in front", async () => {
    const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>On &amp; off</dc:title><dc:creator>Ada</dc:creator><dcterms:modified>2024-03-01T10:00:00Z</dcterms:modified></cp:coreProperties>`;
    const xml = { body: paragraph(run("a")), parts: { "docProps/core.xml": core } };
    expect(await textOfWord(xml)).toBe("Title: On & off\nAuthor: Ada\nModified: 2024-03-01\n\na\n");
  });

  test("names what it would load from outside", async () => {
    const xml = {
      body: paragraph(run("a")),
      settings: "",
      parts: {
        "word/_rels/settings.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" Type="http://x/attachedTemplate" Target="http://bad.example/t.dotm" TargetMode="External"/></Relationships>`,
      },
    };
    expect(await textOfWord(xml)).toBe(
      "Outside reference, not opened: attachedTemplate: http://bad.example/t.dotm\n\na\n",
    );
  });
});
