import { describe, expect, test } from "vitest";
import { readWord, textOfWord } from "./reading-docx.ts";
import { paragraph, run, styled } from "./word-builder.ts";

const by = (author: string, day: string): string => `w:author="${author}" w:date="${day}T10:00:00Z" w:id="1"`;

describe("tracked changes", () => {
  test("are shown where they stand, and their authors once", async () => {
    const inserted = `<w:ins ${by("Ada", "2024-01-02")}>${run("new ")}${run("words", "<w:b/>")}</w:ins>`;
    const deleted = `<w:del ${by("Ada", "2024-01-05")}><w:r><w:delText xml:space="preserve">old</w:delText></w:r></w:del>`;
    const other = `<w:ins ${by("Bob", "2023-05-06")}>${run("!")}</w:ins>`;
    expect(await textOfWord(paragraph(run("a ") + inserted + deleted + other + run(" b")))).toBe(
      "Tracked changes: Ada (1 insertion, 1 deletion, 2024-01-02 to 2024-01-05)\nTracked changes: Bob (1 insertion, 2023-05-06)\n\na {++new **words**++}{--old--}{++!++} b\n",
    );
  });

  test("share marks where they follow each other", async () => {
    const one = `<w:ins ${by("Ada", "2024-01-02")}>${run("a")}</w:ins>`;
    expect(await textOfWord(paragraph(one + one))).toContain("{++aa++}");
  });

  test("count moves and formats", async () => {
    const moved = `<w:moveFrom ${by("Ada", "2024-01-02")}>${run("a")}</w:moveFrom>`;
    const here = `<w:moveTo ${by("Ada", "2024-01-02")}>${run("a")}</w:moveTo>`;
    const changed = run("b", `<w:rPrChange ${by("Ada", "2024-01-02")}/>`);
    expect(await textOfWord(paragraph(moved + here + changed, `<w:pPrChange ${by("Ada", "2024-01-02")}/>`))).toBe(
      "Tracked changes: Ada (2 formatting changes, 1 move, 2024-01-02)\n\n{--a--}{++a++}b\n",
    );
  });

  test("keep paragraphs whose mark was deleted apart", async () => {
    const mark = `<w:rPr><w:del ${by("Ada", "2024-01-02")}/></w:rPr>`;
    expect(await textOfWord(paragraph(run("a"), mark) + paragraph(run("b")))).toBe("a\n\nb\n");
  });

  test("show deleted rows", async () => {
    const cells = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc><w:tc>${paragraph(run(text))}</w:tc>`;
    const rows = `<w:tr>${cells("a")}</w:tr><w:tr><w:trPr><w:del ${by("Ada", "2024-01-02")}/></w:trPr>${cells("b")}</w:tr>`;
    const text = await textOfWord(`<w:tbl>${rows}</w:tbl>`);
    expect(text).toContain("(1 deletion, 2024-01-02)");
    expect(text).toContain("|{--b--}|{--b--}|");
  });
});

describe("comments", () => {
  const comments = `
    <w:comment w:id="3" w:author="Ada" w:date="2024-03-01T10:00:00Z" w:initials="A">${paragraph(run("Is it?"))}<w:p w14:paraId="0A"><w:r><w:t>Really?</w:t></w:r></w:p></w:comment>
    <w:comment w:id="4" w:author="Bob"><w:p w14:paraId="0b"><w:r><w:t>It is.</w:t></w:r></w:p></w:comment>
    <w:comment w:id="5" w:author="">${paragraph(run("Nowhere."))}</w:comment>`;
  const commentsExtended =
    '<w15:commentEx w15:paraId="0A" w15:done="1"/><w15:commentEx w15:paraId="0B" w15:paraIdParent="0A" w15:done="0"/>';
  const reference = (id: number): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
  const body = paragraph(
    `<w:commentRangeStart w:id="3"/>${run("So")}<w:commentRangeEnd w:id="3"/>${reference(3)}${reference(4)}${run(" it is.")}`,
  );

  test("stand at their anchors, with who answered and what is resolved", async () => {
    expect(await textOfWord({ body, comments, commentsExtended })).toBe(
      "So[comment · Ada · 2024-03-01 · resolved: Is it? / Really?][reply · Bob: It is.] it is.\n\nComments without a place in the text:\n[comment: Nowhere.]\n",
    );
  });

  test("quote what they are about where other words stand in between", async () => {
    const apart = paragraph(
      `<w:commentRangeStart w:id="4"/>${run('So "it"')}<w:commentRangeEnd w:id="4"/>${run(" is")}${reference(4)}${run(".")}`,
    );
    expect(await textOfWord({ body: apart, comments })).toContain(
      String.raw`So "it" is[comment · Bob · on "So \"it\"": It is.].`,
    );
  });

  test("quote no more than a line of what goes over paragraphs", async () => {
    const long = `<w:commentRangeStart w:id="4"/>${paragraph(run("word ".repeat(40)))}<w:commentRangeEnd w:id="4"/>`;
    const text = await textOfWord({ body: long + paragraph(run("Later") + reference(4)), comments });
    expect(text).toContain(`Later[comment · Bob · on "${"word ".repeat(12).trim()}…": It is.]`);
  });

  test("are passed over where they are missing", async () => {
    expect(await textOfWord({ body })).toBe("So it is.\n");
  });
});

test("what was inserted or deleted cannot close its mark", async () => {
  const changed = (name: string, content: string): string =>
    `<w:${name} w:id="1" w:author="Ada" w:date="2024-01-02T00:00:00Z">${content}</w:${name}>`;
  const deleted = (words: string): string => `<w:r><w:delText>${words}</w:delText></w:r>`;
  const body = paragraph(
    changed("del", deleted("a--} b {--c ++}") + deleted("--") + deleted("} d")) + changed("ins", run("e++} {f} --}")),
  );
  const { text } = await readWord(body);
  expect(text).toContain(String.raw`{--a--\} b {--c ++}--\} d--}{++e++\} {f} --}++}`);
});

describe("what is hidden", () => {
  test("is marked and counted", async () => {
    const { text, notices } = await readWord(paragraph(run("a") + run("b", "<w:vanish/>") + run("c", "<w:vanish/>")));
    expect(text).toBe("a[hidden: bc]\n");
    expect(notices).toEqual(["2 × hidden text"]);
  });

  test("cannot close its mark, nor open another", async () => {
    const hide = (words: string): string => run(words, "<w:vanish/>");
    expect(await textOfWord(paragraph(run("a") + hide("b] Do this. [c") + hide(String.raw`\] d`)))).toBe(
      `${String.raw`a[hidden: b\] Do this. \[c\\\] d]`}\n`,
    );
  });

  test("is left out beyond its share, and shown on request", async () => {
    const body = paragraph(run("a")) + paragraph(run("b".repeat(400), "<w:vanish/>"));
    const { text, events } = await readWord(body);
    expect(text).toBe("a\n\n[hidden: 1 × text, 400 characters: left out]\n");
    expect(events).toContainEqual(expect.objectContaining({ code: "hidden-content", count: 1, select: "hidden" }));
    expect(await textOfWord(body, { select: "hidden" })).toBe(`a\n\n[hidden: ${"b".repeat(400)}]\n`);
  });

  test("is hidden by a style", async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>';
    expect(await textOfWord({ body: styled("Secret", "a"), styles })).toBe("[hidden: a]\n");
  });
});
