import { gzipSync } from "node:zlib";
import { docx, fixture, paragraph, zip } from "../build.ts";
import { secret, type OddFile } from "../odd-file.ts";
import { content } from "../write.ts";

const noise = ["\uFFFD", "\0", "endobj", "PK\x03\x04"];
const damaged = {
  is: "either",
  lacks: noise,
  codes: ["corrupt", "too-large", "unsupported-type", "encrypted"],
} as const;
const book = fixture("pdf/page-labels-and-outline/input.pdf");
const report = fixture("docx/report/input.docx");

/** Documents and archives that are broken, locked or hostile. */
export const documents: readonly OddFile[] = [
  {
    id: "documents/cut.pdf",
    why: "The table of its objects is gone.",
    make: content(book.subarray(0, -600)),
    expect: damaged,
  },
  {
    id: "documents/header-only.pdf",
    why: "A PDF of one line.",
    make: content("%PDF-1.7\n"),
    expect: { ...damaged, is: "refusal" },
  },
  {
    id: "documents/locked.pdf",
    why: "It wants a password.",
    make: content(fixture("pdf/encrypted-no-password/input.pdf")),
    expect: { ...damaged, is: "refusal", codes: ["encrypted"] },
  },
  {
    id: "documents/cut.docx",
    why: "A ZIP file without its directory.",
    make: content(report.subarray(0, report.length >> 1)),
    expect: damaged,
  },
  {
    id: "documents/entity.docx",
    why: "Its XML includes a file from outside.",
    make: (place) =>
      content(
        docx(
          `<!DOCTYPE x [<!ENTITY secret SYSTEM "file://${place.outside}/secret.txt">]>${paragraph("words &secret; words")}`,
        ),
      )(place),
    expect: { is: "either", lacks: [...noise, secret] },
  },
  {
    id: "documents/bomb.docx",
    why: "64 MB of spaces in 64 KB.",
    make: (place) =>
      content(docx(Buffer.concat([Buffer.from(paragraph("start").slice(0, -40)), Buffer.alloc(64_000_000, 0x20)])))(
        place,
      ),
    expect: { ...damaged, maxCharacters: 100_000 },
  },
  {
    id: "documents/bomb.gz",
    why: "A gigabyte of zeros in a megabyte.",
    make: (place) => {
      const member = gzipSync(Buffer.alloc(10_000_000));
      content(Buffer.concat(Array.from({ length: 100 }, () => member)))(place);
    },
    expect: { ...damaged, maxCharacters: 100_000, codes: ["too-large", "binary", "unsupported-type", "corrupt"] },
  },
  {
    id: "documents/climbing.zip",
    why: "Its members want to be written above the folder.",
    make: content(zip({ "../../outside/evil.sh": "rm\n", "/etc/cron.d/evil": "x\n", "fine.txt": "fine\n" })),
    expect: { is: "either", has: ["fine.txt"], lacks: noise },
  },
  {
    id: "documents/names.zip",
    why: "A member whose name has line feeds and colours.",
    make: content(zip({ "one\n2\tfake.txt": "x", "\x1b[31mred.txt": "y", "fine.txt": "z" })),
    expect: { is: "either", has: ["fine.txt"], lacks: [...noise, "\x1b"] },
  },
  { id: "documents/cut.zip", why: "Half of an archive.", make: content(report.subarray(0, 2000)), expect: damaged },
  {
    id: "documents/broken.ipynb",
    why: "A notebook whose JSON ends in the middle.",
    make: content(
      '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": ["print(1)',
    ),
    expect: { ...damaged, codes: ["corrupt"] },
  },
  {
    id: "documents/not-closed.csv",
    why: "A quotation mark that is never closed takes the rest of the table.",
    make: content(`name,remark\nAnn,"she said\n${"Bob,fine\n".repeat(500)}`),
    expect: { is: "content", has: ["Ann", "Bob"] },
  },
];
