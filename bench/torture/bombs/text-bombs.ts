import { repeated, utf8, type Bombs } from "./bomb.ts";

const megabyte = 1024 * 1024;

function notebook(cells: string): Uint8Array {
  return utf8(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[${cells}]}`);
}

function nested(depth: number, [open, inner, close]: readonly [string, string, string]): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

const codeCell = (source: string, outputs = ""): string =>
  `{"cell_type":"code","execution_count":1,"metadata":{},"source":${JSON.stringify(source)},"outputs":[${outputs}]}`;

/** Text, notebooks, tables of values, markup and source code that are built to cost much. */
export const textBombs: Bombs = {
  "a notebook whose JSON is nested 100 000 deep": {
    name: "a.ipynb",
    make: () => notebook(nested(100_000, ["[", "", "]"])),
  },
  "a notebook with metadata nested 100 000 deep": {
    name: "a.ipynb",
    make: () =>
      utf8(
        `{"nbformat":4,"nbformat_minor":5,"metadata":${nested(100_000, ['{"a":', "1", "}"])},"cells":[${codeCell("1")}]}`,
      ),
  },
  "a notebook with an output nested 100 000 deep": {
    name: "a.ipynb",
    make: () =>
      notebook(
        codeCell(
          "1",
          `{"output_type":"display_data","metadata":{},"data":{"application/json":${nested(100_000, ["[", "", "]"])}}}`,
        ),
      ),
  },
  "a notebook of 100 000 cells": {
    name: "a.ipynb",
    make: () => notebook(Array.from({ length: 100_000 }, () => codeCell("x")).join(",")),
  },
  "a notebook with an image that is 20 MB of nonsense": {
    name: "a.ipynb",
    make: () =>
      notebook(
        codeCell(
          "1",
          `{"output_type":"display_data","metadata":{},"data":{"image/png":"${"A".repeat(20 * megabyte)}"}}`,
        ),
      ),
  },
  "JSON nested 5 million deep": {
    name: "a.json",
    make: () => utf8(nested(5_000_000, ["[", "", "]"])),
    request: { view: "outline" },
  },
  "XML nested a million deep": { name: "a.xml", make: () => utf8(nested(1_000_000, ["<a>", "", "</a>"])) },
  "HTML nested a million deep": {
    name: "a.html",
    make: () => utf8(`<html>${"<div>".repeat(1_000_000)}`),
    request: { view: "outline" },
  },
  "a line of 200 MB": { name: "a.txt", make: () => new Uint8Array(200 * megabyte).fill(0x78) },
  "200 MB of line ends": {
    name: "a.txt",
    make: () => new Uint8Array(200 * megabyte).fill(0x0a),
    request: { offset: -5 },
  },
  "200 MB of NUL bytes": { name: "a.txt", make: () => new Uint8Array(200 * megabyte) },
  "10 MB of combining marks": { name: "a.txt", make: () => utf8(`a${"\u0301".repeat(5 * megabyte)}`) },
  "10 MB of joined emoji": { name: "a.txt", make: () => utf8("\u{1F468}\u200D".repeat(1_500_000)) },
  "10 MB of control characters": { name: "a.txt", make: () => utf8("\x1b[1;31m\x07\x08".repeat(megabyte)) },
  "10 MB of bidirectional marks": { name: "a.txt", make: () => utf8("\u202E\u2066".repeat(1_700_000)) },
  "a line on which a backtracking pattern never ends": {
    name: "a.txt",
    make: () => utf8(`${"a".repeat(5 * megabyte)}!\n`),
    request: { find: "/(a+)+$/" },
  },
  "a pattern of 1000 nested groups": {
    name: "a.txt",
    make: () => utf8("aaaa\n".repeat(1000)),
    request: { find: `/${nested(1000, ["(", "a*", ")*"])}/` },
  },
  "a pattern with a huge repetition": {
    name: "a.txt",
    make: () => utf8("aaaa\n"),
    request: { find: "/(((a{1,1000}){1,1000}){1,1000}){1,1000}/" },
  },
  "a table of 100 000 columns": {
    name: "a.csv",
    make: () => utf8(`${"a,".repeat(100_000)}b\n${"1,".repeat(100_000)}2\n`),
    request: { select: "A1:C2" },
  },
  "a table with a field that never ends": { name: "a.csv", make: () => utf8(`a,b\n"${"x,y\n".repeat(5 * megabyte)}`) },
  "a table of 20 million quotation marks": {
    name: "a.csv",
    make: () => new Uint8Array(20 * megabyte).fill(0x22),
    request: { pages: "1-5" },
  },
  "source code nested 500 000 deep": {
    name: "a.ts",
    make: () => utf8(nested(500_000, ["function a() {", "", "}"])),
    request: { view: "outline" },
  },
  "500 000 functions": {
    name: "a.py",
    make: () => utf8(Array.from({ length: 500_000 }, (_, at) => `def f${at}(): pass\n`).join("")),
    request: { view: "outline" },
  },
  "YAML whose anchors double 60 times": {
    name: "a.yaml",
    make: () =>
      utf8(
        `a0: &a0 x\n${Array.from({ length: 60 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join("")}`,
      ),
    request: { view: "outline" },
  },
  "a minified script of 20 MB": {
    name: "a.js",
    make: () => repeated(utf8("function a(b){return b?a(b-1):0};"), 600_000),
    request: { view: "outline" },
  },
  "Markdown of 200 000 nested quotations": {
    name: "a.md",
    make: () => utf8(`${">".repeat(200_000)} x\n${"[".repeat(200_000)}\n`),
    request: { view: "outline" },
  },
  "UTF-16 that is cut inside a surrogate pair, 10 MB of it": {
    name: "a.txt",
    make: () =>
      new Uint8Array(Buffer.concat([Uint8Array.of(0xff, 0xfe), repeated(Uint8Array.of(0x3d, 0xd8), 5 * megabyte)])),
  },
  "RTF groups nested a million deep": { name: "a.rtf", make: () => utf8(`{\\rtf1${"{\\b".repeat(1_000_000)}`) },
  "RTF of a million fonts": {
    name: "a.rtf",
    make: () => utf8(`{\\rtf1{\\fonttbl${Array.from({ length: 1_000_000 }, (_, at) => `{\\f${at} a;}`).join("")}}x}`),
  },
  "an SVG of entities that double 60 times": {
    name: "a.svg",
    make: () =>
      utf8(
        `<!DOCTYPE svg [<!ENTITY e0 "x">${Array.from({ length: 60 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e60;</text></svg>`,
      ),
  },
};
