import { ReadError } from "@reader/core";
import { memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import {
  blockSources,
  createBlockMemory,
  readBlocks,
  type BlockListener,
  type BlockPart,
} from "../../src/docx/body/block-reader.ts";
import { docx } from "../../src/index.ts";
import { textIn } from "@reader/office-kit/xml";
import { readWord } from "./reading-docx.ts";
import { makeDocx, paragraph, run, table } from "./word-builder.ts";

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const modes = ["fast", "strict"] as const;
type ParseMode = (typeof modes)[number];

function bodyOf(xml: string, root = "w:document"): BlockPart {
  const text = `<${root} xmlns:w="${w}"><w:body>${xml}</w:body></${root}>`;
  return { bytes: new TextEncoder().encode(text), name: "word/document.xml", path: ["w:document", "w:body"] };
}

interface Blocks {
  readonly seen: readonly string[];
  /** How many blocks had been read at each pause. */
  readonly pauses: readonly number[];
  readonly isRead: boolean;
}

function blocksOf(part: BlockPart, mode: ParseMode): Blocks {
  const seen: string[] = [];
  const pauses: number[] = [];
  const listener: BlockListener = {
    enter: (name) => void seen.push(`<${name}>`),
    leave: (name) => void seen.push(`</${name}>`),
    block: (element, isMarked) => void seen.push(`${element.name} ${textIn(element)}${isMarked ? " marked" : ""}`),
  };
  const [fast, strict] = blockSources(part, createBlockMemory());
  const source = mode === "fast" ? fast : strict;
  if (source === undefined) throw new TypeError("Expected two ways to read the part.");
  const steps = readBlocks(source, listener);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses.push(seen.length);
  return { seen, pauses, isRead: step.value };
}

describe.for(modes)("a body that is parsed in %s mode", (mode) => {
  test("is read in steps", () => {
    const line = "A line of a long document, ".repeat(3);
    const { seen, pauses } = blocksOf(bodyOf(paragraph(run(line)).repeat(10_000)), mode);
    expect(seen).toHaveLength(10_000);
    expect(pauses.length).toBeGreaterThan(10);
    expect(pauses[0]).toBeLessThan(1000);
  });

  test("gives tables row by row, and the content of wrappers", () => {
    const cell = `<w:tc>${paragraph(run("a"))}<w:tbl><w:tr/></w:tbl></w:tc>`;
    const xml = `<w:sdt><w:sdtPr/><w:sdtContent><w:tbl><w:tblPr/><w:tr>${cell}</w:tr><w:tr/></w:tbl></w:sdtContent></w:sdt><w:p/>`;
    const { seen } = blocksOf(bodyOf(xml), mode);
    expect(seen.filter((each) => !/Pr /.test(each))).toEqual([
      "<w:sdt>",
      "<w:sdtContent>",
      "<w:tbl>",
      "w:tr a",
      "w:tr ",
      "</w:tbl>",
      "</w:sdtContent>",
      "</w:sdt>",
      "w:p ",
    ]);
  });

  test("marks blocks with tracked changes, also those in properties that come again", () => {
    const changed = "<w:rPr><w:b/><w:rPrChange><w:rPr/></w:rPrChange></w:rPr>";
    const xml = [
      ...Array.from({ length: 3 }, () => `<w:p><w:r>${changed}<w:t>a</w:t></w:r></w:p>`),
      paragraph(run("b")),
      paragraph(`<w:ins>${run("c")}</w:ins>`),
    ].join("");
    expect(blocksOf(bodyOf(xml), mode).seen).toEqual([
      "w:p a marked",
      "w:p a marked",
      "w:p a marked",
      "w:p b",
      "w:p c marked",
    ]);
  });

  test("is not read if the root is another one", () => {
    expect(blocksOf(bodyOf(paragraph(run("a")), "w:hdr"), mode).isRead).toBe(false);
  });
});

describe("a run that the first pass skips", () => {
  const before = paragraph(run("before")).repeat(2);

  test("may hold XML that only the complete parser reads", async () => {
    const odd = "<w:r><w:t>a&#x20;<?odd?>b</w:t></w:r>";
    const name = "<w:r><w:t>c</w:t><é/></w:r>";
    const { text, error } = await readWord(before + paragraph(odd) + table([paragraph(name)]) + paragraph(run("d")));
    expect(error).toBeUndefined();
    expect(text).toBe("before\n\nbefore\n\na b\n\n|c|\n|---|\n\nd\n");
  });

  test("ends the text if it is damaged", async () => {
    const { text, error } = await readWord(before + paragraph("<w:r><w:t>&bad;</w:t></w:r>") + paragraph(run("after")));
    expect(error).toMatch(/^corrupt: /);
    expect(text).toBe("before\n\nbefore\n");
  });
});

test("A read stops when it is aborted.", async () => {
  const source = memorySource("a.docx", makeDocx({ body: paragraph(run("text")) }));
  const reason = new ReadError("aborted", "enough");
  const reading = async (): Promise<void> => {
    for await (const _ of docx().read(source, mockContext({ signal: AbortSignal.abort(reason) })));
  };
  await expect(reading()).rejects.toBe(reason);
});
