import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import type { OddFile } from "../odd-file.ts";
import { content, linesTo } from "../write.ts";

/** A file of 4 GB that takes a few KB of the disk. */
function sparse(head: string): NonNullable<OddFile["make"]> {
  return ({ file }) => {
    const descriptor = openSync(file, "w");
    writeSync(descriptor, head);
    ftruncateSync(descriptor, 4 * 1024 ** 3);
    closeSync(descriptor);
  };
}

/** Line ends and sizes. */
export const lines: readonly OddFile[] = [
  {
    id: "lines/empty.txt",
    why: "It has no bytes: no line, no error, and not nothing.",
    make: content(""),
    expect: { is: "content", lines: 0, maxCharacters: 500 },
  },
  {
    id: "lines/one-newline.txt",
    why: "One empty line.",
    make: content("\n"),
    expect: { is: "content", lines: 1, maxCharacters: 500 },
  },
  {
    id: "lines/one-letter.txt",
    why: "One line without an end.",
    make: content("x"),
    expect: { is: "content", has: ["x"], lines: 1, maxCharacters: 500 },
  },
  {
    id: "lines/three.txt",
    why: "Three lines, which splitting at line ends counts as four.",
    make: content("one\ntwo\nthree\n"),
    expect: { is: "content", has: ["three"], lines: 3 },
  },
  {
    id: "lines/crlf.txt",
    why: "Two bytes end each of its three lines.",
    make: content("one\r\ntwo\r\nthree\r\n"),
    expect: { is: "content", has: ["three"], lines: 3 },
  },
  {
    id: "lines/cr-only.txt",
    why: "An old Mac file: without line feeds it is one line to most tools.",
    make: content("one\rtwo\rthree\r"),
    expect: { is: "content", has: ["three"], lacks: ["\r"], lines: 3 },
  },
  {
    id: "lines/mixed.txt",
    why: "Every kind of line end in one file.",
    make: content("one\r\ntwo\nthree\rfour"),
    expect: { is: "content", has: ["four"], lacks: ["\r"], lines: 4 },
  },
  {
    id: "lines/other-separators.txt",
    why: "U+2028, U+0085, form feed and vertical tab end no line for editors and compilers.",
    make: content("a\u2028b\u0085c\fd\ve\nsecond\n"),
    expect: { is: "content", has: ["second"], lines: 2 },
  },
  {
    id: "lines/no-final-newline.txt",
    why: "Its last line is a line.",
    make: content("one\ntwo\nlast"),
    expect: { is: "content", has: ["last"], lines: 3 },
  },
  {
    id: "lines/five-megabytes-in-one.txt",
    why: "One line that no context holds; the line behind it counts too.",
    make: content(`${"0123456789".repeat(500_000)}\nthe line behind it\n`),
    expect: { is: "content", has: ["0123456789", "the line behind it"], maxCharacters: 200_000 },
  },
  {
    id: "lines/minified.js",
    why: "A program in one line of 2 MB.",
    make: content(`(()=>{${Array.from({ length: 100_000 }, (_, at) => `let v${at}=${at};`).join("")}})();\n`),
    expect: { is: "content", has: ["(()=>{let v0=0;"], maxCharacters: 200_000 },
  },
  {
    id: "lines/half-a-million.txt",
    why: "More lines than any answer may have.",
    make: content(linesTo(500_000)),
    expect: { is: "content", has: ["line 1"], lacks: ["line 499999"], maxCharacters: 200_000 },
  },
  {
    id: "lines/emoji-at-the-cut.txt",
    why: "Where a long line is cut lies a family of four code points and three joiners.",
    make: content(`${"👩‍👩‍👧‍👦".repeat(3000)}\n`),
    expect: { is: "content", has: ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦"], lacks: ["\uFFFD"], maxCharacters: 200_000 },
  },
  {
    id: "lines/four-gigabytes-of-nothing.bin",
    why: "A sparse file: 4 GB long, all of it NUL.",
    make: sparse(""),
    expect: { is: "refusal", codes: ["binary", "unsupported-type"] },
    only: "posix",
  },
  {
    id: "lines/log-with-a-hole.log",
    why: "A log that was cut while its writer kept its place: text, then 4 GB of NUL.",
    make: sparse(linesTo(5000)),
    expect: { is: "content", has: ["line 1"], lacks: ["\0"], maxCharacters: 200_000 },
    only: "posix",
  },
];
