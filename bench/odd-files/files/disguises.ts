import { gzipSync } from "node:zlib";
import { docx, fixture, paragraph, png, zip } from "../build.ts";
import type { OddFile } from "../odd-file.ts";
import { content } from "../write.ts";

const words = "This is ordinary text.\nIt only has the name of something else.\n";
const noise = ["\uFFFD", "\0"];

function textNamed(extension: string, why: string): OddFile {
  return {
    id: `disguises/text.${extension}`,
    why,
    make: content(words),
    expect: { is: "content", has: ["This is ordinary text."], lines: 2 },
  };
}

/** Files whose names say something else than their bytes. */
export const disguises: readonly OddFile[] = [
  textNamed("pdf", "Sent to a model as a PDF, it ends the conversation."),
  textNamed("png", "Sent to a model as an image, it ends the conversation."),
  textNamed("docx", "No ZIP file at all."),
  textNamed("ipynb", "No JSON at all."),
  textNamed("exe", "A name that is often refused unread."),
  textNamed("zip", "No archive at all."),
  {
    id: "disguises/pdf.txt",
    why: "A PDF that is called text: its words or an error, and never its objects.",
    make: content(fixture("pdf/named-txt/input.txt")),
    expect: { is: "content", has: ["A short note."], lacks: ["endobj", ...noise] },
  },
  {
    id: "disguises/png.txt",
    why: "An image that is called text.",
    make: content(png(20, 10)),
    expect: { is: "either", lacks: ["IHDR", ...noise], image: true, maxCharacters: 2000 },
  },
  {
    id: "disguises/png.jpg",
    why: "Providers refuse an image whose type is not the one that is said.",
    make: content(png(20, 10)),
    expect: { is: "either", lacks: ["IHDR", ...noise], image: true, maxCharacters: 2000 },
  },
  {
    id: "disguises/docx.txt",
    why: "A document that is called text.",
    make: content(docx(paragraph("Words of a document."))),
    expect: { is: "content", has: ["Words of a document."], lacks: ["PK\x03\x04", ...noise] },
  },
  {
    id: "disguises/zip.md",
    why: "An archive that is called Markdown.",
    make: content(zip({ "inner/words.txt": "inside\n" })),
    expect: { is: "content", has: ["words.txt"], lacks: ["PK\x03\x04", ...noise] },
  },
  {
    id: "disguises/gzip.log",
    why: "A log that was packed when it was rotated, and kept its name.",
    make: content(gzipSync("2024-05-01 INFO started\n2024-05-01 INFO stopped\n")),
    expect: { is: "content", has: ["INFO stopped"], lacks: noise },
  },
  {
    id: "disguises/program.md",
    why: "A program for Linux that is called Markdown.",
    make: content(
      Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01", "latin1"), Buffer.alloc(300), Buffer.from("main.c")]),
    ),
    expect: { is: "refusal", codes: ["unsupported-type", "binary"] },
  },
  {
    id: "disguises/no-extension",
    why: "A script without any.",
    make: content('#!/usr/bin/env node\nconsole.log("hello");\n'),
    expect: { is: "content", has: ["console.log"], lines: 2 },
  },
  {
    id: "disguises/html.xls",
    why: "What web shops export as Excel is a table of a web page.",
    make: content(
      "<html><body><table><tr><td>Article</td><td>Price</td></tr><tr><td>Screw</td><td>0.10</td></tr></table></body></html>\n",
    ),
    expect: { is: "content", has: ["Screw"] },
  },
  {
    id: "disguises/csv.xlsx",
    why: "A table of values that somebody called a workbook.",
    make: content("Article,Price\nScrew,0.10\nNail,0.05\n"),
    expect: { is: "content", has: ["Nail"] },
  },
];
