import { readFileSync } from "node:fs";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sampleArchive, sampleName, writeUtf8 } from "../src/foreign/engine.ts";
import { errorOf, shown } from "./reading.ts";

/** Reads a fixture that a real program packed. */
function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../fixtures/archive/${path}`, import.meta.url)));
}

const encryptedLink =
  "N3q8ryccAAR/tuFUiAAAAAAAAAAhAAAAAAAAACZeMFkZoE37NXrEjdy3/kw77M08AACBMweuD87ysgwHsMPa919FiphISvizYGoyTXoWHJUO60j+9KhZoz6zxW9LuFJ9M6hzf9DvecOMF4D2sZk3M5odq+r+2u+wv2XCZGUafe3irUeMywUnGOwyIrkDLOFVxlpO6Anx4w+/+SP6OLHNo9E70q0AlQAAFwYQAQl4AAcLAQABIwMBAQVdABAAAAyAhgoBZpyZogAA";

const linkByDeflate64 =
  "N3q8ryccAARMvLthIQAAAAAAAABSAAAAAAAAAO+UHWQBHADj/y4uL3NvbWUvd2hlcmUvZWxzZS9yZWFkbWUubWQBBAYAAQkhAAcLAQABAwQBCQwcAAgKAZoAhWAAAAUBGQwAAAAAAAAAAAAAAAARCwBsAGkAbgBrAAAAGQAUCgEAdpAa1UB63QEVBgEAIID/oQAA";

describe("a 7z archive", () => {
  const bytes = fixture("7z/input.7z");

  test("keeps its names, and members are found by them", async () => {
    expect(await shown("x.7z", bytes)).toContain("    Grüße.txt\t19 B\t2024-03-01\n");
    expect(await shown("x.7z", bytes, { select: "tree/docs/Grüße.txt" })).toContain("1\tGrüße aus Köln.");
  });

  test("is read up to the damage", async () => {
    const damaged = Uint8Array.from(bytes);
    damaged.fill(0xff, 40, 50);
    expect(await errorOf("x.7z", damaged, { pages: "5" })).toMatchObject({ code: "corrupt" });
    expect(await shown("x.7z", damaged, { select: "tree/docs/numbers.txt" })).toContain("1\tOne.");
  });

  test("counts its unpacked bytes", async () => {
    const error = await errorOf("x.7z", bytes, { select: "tree/readme.md", budget: { maxInflatedBytes: 10 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInflatedBytes" } } });
  });

  test("is not loaded if it is larger than the budget", async () => {
    const error = await errorOf("x.7z", bytes, { budget: { maxInputBytes: 100 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInputBytes" } } });
  });
});

describe("a 7z archive that the library cannot list to its end", () => {
  test("because a link in it is encrypted is reported as encrypted, not damaged", async () => {
    // `7z a -psecret x.7z a.md link`, by 7z 16.02.
    const bytes = Uint8Array.from(Buffer.from(encryptedLink, "base64"));
    const text = await shown("x.7z", bytes);
    expect(text).toContain("a.md\t3 B\t2024-03-01 [encrypted]\n");
    expect(text).toContain("Error (encrypted): x.7z is encrypted, and its list cannot be read after member 1.");
  });

  test("because it is the first of several files is not reported as empty", async () => {
    const whole = fixture("7z/input.7z");
    const error = await errorOf("x.7z.001", whole.slice(0, whole.length - 40));
    expect(error).toMatchObject({ code: "corrupt", message: expect.stringContaining("the first part of several") });
  });
});

test("all names of one file in a cpio archive return its content, which is stored with the last", async () => {
  const bytes = new TextEncoder().encode(
    cpioRecord("a.md") + cpioRecord("b.md", "# Title\n") + cpioRecord("TRAILER!!!"),
  );
  expect(await shown("x.cpio", bytes, { select: "b.md" })).toContain("1\t# Title");
  expect(await shown("x.cpio", bytes, { select: "a.md" })).toContain("1\t(an empty file)");
});

/** Encodes one of two names of a file (SVR4 without checksums). */
function cpioRecord(name: string, content = ""): string {
  const numbers = [7, 0o100_644, 0, 0, 2, 0, content.length, 0, 0, 0, 0, name.length + 1, 0];
  const head = `070701${numbers.map((number) => number.toString(16).padStart(8, "0")).join("")}${name}\0`;
  return [head, content].map((part) => part + "\0".repeat(-part.length & 3)).join("");
}

test("members of a ZIP file are counted with any compression", async () => {
  const options = { select: "tree/docs/long.txt", budget: { maxInflatedBytes: 100 } };
  expect(await errorOf("x.zip", fixture("zip-bzip2/input.zip"), options)).toMatchObject({ code: "too-large" });
});

test("a wrong password is reported", async () => {
  const options = { select: "tree/readme.md", password: "wrong" };
  expect(await errorOf("x.zip", fixture("zip-encrypted/input.zip"), options)).toMatchObject({ code: "encrypted" });
});

describe("the library with its locale at an unexpected address", () => {
  test("is not changed", () => {
    const HEAP8 = new Int8Array(300_000);
    expect(writeUtf8({ HEAP8 })).toBe(false);
    expect(HEAP8.every((byte) => byte === 0)).toBe(true);
    expect(writeUtf8({ HEAP8: new Int8Array(10) })).toBe(false);
  });

  test("is checked with a valid archive", async () => {
    expect(await shown("x.cpio", sampleArchive())).toContain(`${sampleName}\t0 B`);
  });
});

test("invalid UTF-8 in names affects the name, not the archive", async () => {
  const latin = Buffer.from(fixture("cpio/input.cpio"));
  const at = latin.indexOf("Grüße.txt");
  latin.set([0x47, 0x72, 0xfc, 0xfc, 0xdf, 0xdf, 0x65], at);
  const listing = await shown("x.cpio", new Uint8Array(latin));
  expect(listing).toContain("[its name cannot be read here]");
  expect(listing).toContain("numbers.txt\t17 B");
});

test("AES with a method that needs the checksum is rejected", async () => {
  const options = { select: "tree/docs/people.csv", password: "secret" };
  const bytes = Buffer.from(fixture("zip-aes/input.zip"));
  // The method inside, in the fields of all members, becomes bzip2.
  for (let at = bytes.indexOf("AE"); at !== -1; at = bytes.indexOf("AE", at + 1)) {
    bytes[at - 2] = 2;
    bytes[at + 3] = 12;
  }
  expect(await errorOf("x.zip", new Uint8Array(bytes), options)).toMatchObject({ code: "unsupported-type" });
});

describe("a file that is compressed with LZMA", () => {
  // By liblzma 5.4 of Python 3.11, a tar archive of one file and a file alone; lzip's header and end by hand.
  const files = {
    "x.tar.lz":
      "TFpJUAEMADCLiaaAd1oYY823j6/d2GmBkV7efilr5n8YyDZMj4avjLyX/aeWBTLQ/cr0mIbZanbrPUKrUYY8LG8MU3LJS4HeXRiP48LDrbOBSuxDxyNMUWMop4LPz+it9sqMRvfiT//6rpGA1QijUwAoAAAAAAAAgAAAAAAAAAA=",
    "x.tar.lzma":
      "XQAAgAD//////////wAwi4mmgHdaGGPNt4+v3dhpgZFe3n4pa+Z/GMg2TI+Gr4y8l/2nlgUy0P3K9JiG2Wp26z1Cq1GGPCxvDFNyyUuB3l0Yj+PCw62zgUrsQ8cjTFFjKKeCz8/orfbKjEb34k//+q6RgA==",
    "x.txt.lz": "TFpJUAEMADubyqrUr7za/f///lR4AIa0qNYGAAAAAAAAACoAAAAAAAAA",
    "x.txt.lzma": "XQAAgAD//////////wA7m8qq1K+82v3///5UeAA=",
  };
  const bytesOf = (name: keyof typeof files): Uint8Array => Uint8Array.from(Buffer.from(files[name], "base64"));

  test.for(["x.tar.lz", "x.tar.lzma"] as const)(
    "is listed and read where a tar archive is inside: %s",
    async (name) => {
      expect(await shown(name, bytesOf(name))).toMatch(
        /^1\ttar archive \(\w+\) · 1 member · .*, 8 B unpacked\n2\t\n3\ta\.md\t8 B/,
      );
      expect(await shown(name, bytesOf(name), { select: "a.md" })).toContain("1\t# Title");
    },
  );

  test.for([
    ["x.txt.lz", "lzip -d"],
    ["x.txt.lzma", "xz -d"],
  ] as const)(
    "is refused by the name of its packing where none is, and not called damaged: %s",
    async ([name, program]) => {
      expect(await errorOf(name, bytesOf(name))).toMatchObject({
        code: "unsupported-type",
        hint: expect.stringContaining(program),
      });
    },
  );
});

test("a 7z archive whose links have an unsupported compression is not reported as damaged", async () => {
  // `7z a -m0=Deflate64 -snl x.7z link`, by 7z 16.02.
  const bytes = Uint8Array.from(Buffer.from(linkByDeflate64, "base64"));
  expect(await errorOf("x.7z", bytes)).toMatchObject({ code: "unsupported-type" });
});

describe("an archive whose list is at its start", () => {
  /** A cabinet with one stored member ([MS-CAB] 2). */
  function cabinet(content: string): Uint8Array {
    const word = (value: number): readonly number[] => [value & 0xff, value >> 8];
    const dword = (value: number): readonly number[] => [...word(value & 0xffff), ...word(value >>> 16)];
    const [filesAt, dataAt] = [44, 44 + 16 + 5];
    const size = dataAt + 8 + content.length;
    const head = [...Buffer.from("MSCF"), ...[0, size, 0, filesAt, 0].flatMap(dword), 3, 1];
    const counts = [1, 1, 0, 0, 0].flatMap(word);
    const folder = [...dword(dataAt), ...[1, 0].flatMap(word)];
    const file = [
      ...[content.length, 0].flatMap(dword),
      ...[0, 0x5861, 0, 0x20].flatMap(word),
      ...Buffer.from("a.md\0"),
    ];
    const data = [...dword(0), ...[content.length, content.length].flatMap(word), ...Buffer.from(content)];
    return Uint8Array.from([head, counts, folder, file, data].flat());
  }

  test.for([
    ["x.cab", cabinet("# Title\n"), 5],
    ["x.iso", fixture("iso-r/input.iso"), 500],
    ["y.iso", fixture("iso-j/input.iso"), 4000],
  ] as const)("such as %s says where its end is missing", async ([name, whole, missing]) => {
    expect(await shown(name, whole)).not.toContain("cut off");
    const text = await shown(name, whole.subarray(0, whole.length - missing));
    expect(text).toContain(`The file is cut off: ${whole.length - missing} of ${whole.length} bytes exist.`);
    expect(text).toContain(".md\t");
  });
});

test.for(["cpio/input.cpio", "cpio-sums/input.cpio"])("%s without its trailer is truncated", async (path) => {
  const whole = fixture(path);
  expect(await shown("x.cpio", whole)).not.toContain("cut off");
  const end = Buffer.from(whole).lastIndexOf("TRAILER!!!") - 110;
  for (const length of [end, end - 40, end + 60]) {
    const text = await shown("x.cpio", whole.subarray(0, length));
    expect(text, String(length)).toMatch(/x\.cpio is (?:cut off|damaged) after member \d+\./);
    expect(text).toContain("numbers.txt");
  }
});

describe("a compressed cpio archive", () => {
  const whole = fixture("cpio/input.cpio");
  const end = Buffer.from(whole).lastIndexOf("TRAILER!!!") - 110;

  test.for([
    ["gz", gzipSync],
    ["zst", zstdCompressSync],
  ] as const)("by .%s without its trailer is truncated, and whole with it", async ([ending, pack]) => {
    const name = `x.cpio.${ending}`;
    const sound = await shown(name, new Uint8Array(pack(whole)));
    expect(sound).toContain("numbers.txt");
    expect(sound).not.toMatch(/cut off|damaged/);
    const cut = await shown(name, new Uint8Array(pack(whole.subarray(0, end))));
    expect(cut).toMatch(/x\.cpio\.\w+ is (?:cut off|damaged) after member \d+\./);
    expect(cut).toContain("numbers.txt");
  });

  test("that is truncated is listed up to there", async () => {
    const records = Array.from({ length: 200 }, (_, at) => cpioRecord(`${at}.md`, "x".repeat(4000)));
    const packed = new Uint8Array(gzipSync(records.join(""), { level: 0 }));
    const text = await shown("x.cpio.gz", packed.subarray(0, packed.length >> 1));
    expect(text).toContain("20.md");
    expect(text).toMatch(/is (?:cut off|damaged) after member \d+\./);
  });

  test("returns one content for all names of one file, like an uncompressed one", async () => {
    const bytes = new TextEncoder().encode(
      cpioRecord("a.md") + cpioRecord("b.md", "# Title\n") + cpioRecord("TRAILER!!!"),
    );
    expect(await shown("x.cpio.gz", new Uint8Array(gzipSync(bytes)), { select: "b.md" })).toContain("1\t# Title");
  });
});
