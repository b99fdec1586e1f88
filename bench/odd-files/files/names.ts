import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OddFile } from "../odd-file.ts";
import { content } from "../write.ts";

function named(name: string, why: string, only: OddFile["only"] = "posix"): OddFile {
  const id = `names/${JSON.stringify(name).slice(1, -1)}`;
  return {
    id,
    why,
    path: `names/${name}`,
    make: content(`found behind an odd name: ${why}\n`),
    expect: { is: "content", has: ["found behind an odd name"], lines: 1 },
    only,
  };
}

/** Writes names that are bytes and no text beside an ordinary one. */
const nameOfBytes: NonNullable<OddFile["make"]> = ({ file }) => {
  mkdirSync(file, { recursive: true });
  writeFileSync(join(file, "ordinary.txt"), "a\n");
  writeFileSync(Buffer.concat([Buffer.from(`${file}/caf`), Buffer.of(0xe9), Buffer.from(".txt")]), "b\n");
};

/** Names that look the same; each file says which it is. */
const twins: NonNullable<OddFile["make"]> = ({ file }) => {
  for (const form of ["NFC", "NFD"] as const) {
    writeFileSync(join(dirname(file), "café.txt".normalize(form)), `this is the one in ${form}\n`);
  }
};

/** Names that tools trip over. */
export const names: readonly OddFile[] = [
  named("with spaces in it.txt", "spaces"),
  named("trailing space.txt ", "a space at its end, which trimming loses"),
  named(" leading.txt", "a space at its start"),
  named("line\nbreak.txt", "a line feed in the middle"),
  named("tab\there.txt", "a tab"),
  named("👩‍💻 résumé 日本.txt", "emoji, accents, ideographs"),
  named("-rf.txt", "it starts like an option"),
  named("--help", "it is an option"),
  named("[id].tsx", "characters of glob patterns"),
  named("*.txt", "a glob pattern itself"),
  named("50%25.txt", "it looks percent-encoded"),
  named("$(touch pwned);`id`.txt", "it is a shell command"),
  named(`it's "quoted".txt`, "both quotes"),
  named("back\\slash.txt", "a backslash, which is no separator here"),
  named("nul.txt", "a device on another system"),
  named("con.txt", "a device on another system"),
  named("..three", "it starts like the folder above"),
  named("~", "the home folder, to those who expand it"),
  named("#fragment?query=1.txt", "characters of URLs"),
  named(`${"n".repeat(251)}.txt`, "255 bytes, the most there are"),
  named("rtl\u202Etxt.exe", "it shows another extension than it has"),
  {
    id: "names/nfc-and-nfd: asked in NFC",
    why: "Two files whose names look the same; the exact one is meant.",
    path: "names/twins/café.txt".normalize("NFC"),
    make: twins,
    expect: { is: "content", has: ["this is the one in NFC"] },
    only: "linux",
  },
  {
    id: "names/nfc-and-nfd: asked in NFD",
    why: "The same, the other way round.",
    path: "names/twins/café.txt".normalize("NFD"),
    make: twins,
    expect: { is: "content", has: ["this is the one in NFD"] },
    only: "linux",
  },
  {
    id: "names/only NFD, asked in NFC",
    why: "Macs store accents apart, and models write them together.",
    path: "names/alone/naïve.txt".normalize("NFC"),
    make: ({ file }) => writeFileSync(join(dirname(file), "naïve.txt".normalize("NFD")), "found by its look\n"),
    expect: { is: "content", has: ["found by its look"] },
    only: "linux",
  },
  {
    id: "names/screenshot with a narrow no-break space",
    why: "macOS writes U+202F before PM, and models write a space.",
    path: "names/Screenshot 2024-05-01 at 9.41.07 PM.txt",
    make: ({ file }) =>
      writeFileSync(join(dirname(file), "Screenshot 2024-05-01 at 9.41.07\u202FPM.txt"), "found by its look\n"),
    expect: { is: "content", has: ["found by its look"] },
    only: "posix",
  },
  {
    id: "names/bytes that are no text, in a listing",
    why: "A name in Latin-1: whoever lists it must not break the lines or the JSON.",
    path: "names/bytes",
    make: nameOfBytes,
    expect: { is: "either", has: ["ordinary.txt"], lacks: ["\uDCE9"], maxCharacters: 2000 },
    only: "linux",
  },
];
