import { buildZip, concat } from "@reader/testkit";
import { buildTar } from "./build-tar.ts";

const modified = new Date("2024-03-01T10:20:30Z");
const tree = [
  { name: "readme.md", data: "# Read me\n\nThis is the way in.\n", modified },
  { name: "docs/numbers.txt", data: "One.\nTwo.\nThree.\n", modified },
];

const hostileNames = [
  "../../etc/passwd",
  "/etc/shadow",
  "C:\\Windows\\win.ini",
  "docs\\with\\backslashes.txt",
  "line\nbreak.txt",
  "\u001b[31mred.txt",
  "right-\u202Egpj.exe",
  "",
  " ",
  "README.md",
  "Readme.md",
  "README.md",
  "a\tb.txt",
  `${"very-long-".repeat(60)}name.txt`,
  `${"deep/".repeat(40)}bottom.txt`,
  "[docs in b.zip]",
];

/** Archives that no program writes, by path in `fixtures/archive`. */
export const fixtureFiles: Readonly<Record<string, Uint8Array>> = {
  "zip-hostile-names/input.zip": buildZip(hostileNames.map((name) => ({ name, data: "x", modified }))),
  "tar-hostile-names/input.tar": buildTar(hostileNames.slice(0, 7).map((name) => ({ name, data: "x" }))),
  "zip-without-directory/input.zip": buildZip(tree, { hasDirectory: false }),
  "zip-cut-off/input.zip": buildZip([...tree, { name: "last.txt", data: "word ".repeat(200), method: 0 }]).slice(
    0,
    700,
  ),
  "zip-overlapping/input.zip": buildZip([
    { name: "kernel", data: "0".repeat(1000), modified },
    { name: "copy", data: "0".repeat(1000), modified, isOnlyListed: true, lies: { headerAt: 0 } },
  ]),
  "zip-empty/input.zip": buildZip([]),
  "zip-comment/input.zip": buildZip(tree, { comment: "Two lines\nand \u001b[31mcolours" }),
  "zip-behind-a-program/input.bin": buildZip(tree, {
    prefix: concat([new Uint8Array([0x7f, 0x45]), new Uint8Array(200)]),
  }),
  "tar-cut-off/input.tar": buildTar([
    { name: "a.txt", data: "alpha" },
    { name: "b.txt", data: "b".repeat(3000) },
  ]).slice(0, 2100),
  "tar-damaged/input.tar": damagedTar(),
  "tar-empty/input.tar": concat([buildTar([{ name: "readme.md", data: "" }]).slice(0, 512), new Uint8Array(1024)]),
};

/** The second header is overwritten. */
function damagedTar(): Uint8Array {
  const bytes = buildTar([
    { name: "a.txt", data: "alpha" },
    { name: "b.txt", data: "beta" },
  ]);
  bytes.fill(0x41, 1024, 1124);
  return bytes;
}
