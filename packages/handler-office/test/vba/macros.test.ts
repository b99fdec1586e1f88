import { readFileSync } from "node:fs";
import { memorySource, mockContext } from "@reader/testkit";
import type { Handler } from "@reader/core";
import { describe, expect, test } from "vitest";
import { doc, docx } from "@reader/handler-word";
import { pptx } from "@reader/handler-slides";
import { xls, xlsx } from "@reader/handler-sheets";
import { makeDocx, paragraph, run } from "../support/word-builder.ts";
import { makePptx } from "../support/deck-builder.ts";
import { readBytes } from "../support/read-bytes.ts";
import { relationship, row, workbook, type MadeBook } from "../support/workbook-parts.ts";
import { vbaProject, withStreams } from "./make-project.ts";

const modules = {
  ThisDocument: 'Attribute VB_Name = "ThisDocument"\r\n',
  Module1: [
    'Attribute VB_Name = "Module1"',
    "Sub Привет()",
    'Attribute Привет.VB_ProcData.VB_Invoke_Func = " "',
    'Attribute Привет.VB_Description = "Greets"',
    '    MsgBox "``` hi"',
    "End Sub",
    "",
  ].join("\r\n"),
};

const code = [
  'Macro module "Module1":',
  "",
  "````vba",
  "Sub Привет()",
  'Attribute Привет.VB_Description = "Greets"',
  '    MsgBox "``` hi"',
  "End Sub",
  "````",
  "",
  'Without code: "ThisDocument"',
  "",
].join("\n");

function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../../fixtures/${path}`, import.meta.url)));
}

const type = "vbaProject";

function word(project: Uint8Array): Uint8Array {
  const body = paragraph(run("Hello"));
  return makeDocx({ body, links: [["macros", type, "vbaProject.bin"]], parts: { "word/vbaProject.bin": project } });
}

function book(project: Uint8Array, sheet = "Sheet1"): MadeBook {
  return {
    sheets: [{ name: sheet, rows: row(1, '<c r="A1"><v>1</v></c>') }],
    relationships: relationship("macros", type, "vbaProject.bin"),
    others: { "xl/vbaProject.bin": project },
  };
}

function presentation(project: Uint8Array): Uint8Array {
  const parts = { "ppt/vbaProject.bin": project };
  return makePptx({ slides: [{ shapes: "" }], links: [["macros", type, "vbaProject.bin"]], parts });
}

const cases: readonly (readonly [string, Handler, Uint8Array])[] = [
  ["DOCM", docx(), word(vbaProject(modules))],
  ["XLSM", xlsx(), workbook(book(vbaProject(modules)))],
  ["PPTM", pptx(), presentation(vbaProject(modules))],
  ["DOC", doc(), withStreams(fixture("doc/report-libreoffice/input.doc"), vbaProject(modules, "Macros/"))],
  ["XLS", xls(), withStreams(fixture("xls/libreoffice-book/input.xls"), vbaProject(modules, "_VBA_PROJECT_CUR/"))],
];

describe.for(cases)("the macros of %s", ([, handler, bytes]) => {
  test("are named with the way to their code, but for those that have none", async () => {
    const { notices } = await readBytes(handler, bytes);
    const own = notices.filter((words) => words.includes("macros"));
    expect(own).toEqual([expect.stringMatching(/macros, which are not run: .+ `select: "macros"`, in "Module1"\.$/)]);
  });

  test("are read by their name", async () => {
    const { text, error } = await readBytes(handler, bytes, { select: " Macros" });
    expect([error, text]).toEqual([undefined, code]);
  });
});

test.for([cases[0], cases[1]])("info names the modules of %s", async (given) => {
  const [, handler, bytes] = given ?? ["", docx(), new Uint8Array()];
  const info = await handler.info?.(memorySource("a", bytes), mockContext());
  expect(info?.facts).toMatchObject({ macros: true, macroModules: ["ThisDocument", "Module1"] });
});

test("a sheet that is called so comes first", async () => {
  const bytes = workbook(book(vbaProject(modules), "Macros"));
  expect((await readBytes(xlsx(), bytes, { select: "macros" })).text).toBe('[sheet 1 · "Macros" A1]\nA1: 1\n');
});

test.for([
  ["is no compound file", Uint8Array.from([1, 2, 3])],
  ["has no modules", vbaProject({})],
  ["has modules without code", vbaProject({ ThisDocument: "" })],
  ["is cut off", vbaProject(modules).slice(0, 1500)],
] as const)("a project that %s is told of without its code", async ([, project]) => {
  const { text, notices, error } = await readBytes(docx(), word(project));
  expect([text.includes("Hello"), error]).toEqual([true, undefined]);
  expect(notices).toEqual(["The document contains macros, which are not run."]);
});

test("a damaged module does not cost the others", async () => {
  const project = vbaProject({ Broken: "Sub A()\r\nEnd Sub\r\n", Sound: "Sub B()\r\nEnd Sub\r\n" });
  const at = Buffer.from(project).indexOf("???");
  project[at + 3] = 0;
  const { text, notices } = await readBytes(docx(), word(project), { select: "macros" });
  expect(notices).toEqual(["The code of the macros is damaged."]);
  expect(text).toContain("End Sub");
  expect(text.match(/Macro module/g)).toHaveLength(1);
});
