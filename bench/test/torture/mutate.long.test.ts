import { crc32 } from "node:zlib";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { archive } from "@reader/handler-archive";
import { memoryFileSystem } from "@reader/testkit";
import { expect, test } from "vitest";
import { mutantCase } from "../../torture/cases.ts";
import { diceOf } from "../../torture/dice.ts";
import { formatsOf } from "../../torture/formats.ts";
import { mutators } from "../../torture/mutators/mutate.ts";
import { maxMutantBytes } from "../../torture/mutators/mutator.ts";
import { zipMembers } from "../../torture/mutators/zip.ts";

const formats = formatsOf();
const formatsAgain = formatsOf();
const numbers = Array.from({ length: 10 }, (_, number) => number);

test.for(formats.map((format) => [format.name, format] as const))(
  "mutants of %s are the same for the same number, and are not their seeds",
  ([, format]) => {
    const bytes = numbers.map((number) => mutantCase(format, number).make());
    const again = formatsAgain.find(({ name }) => name === format.name);
    expect(again && numbers.map((number) => mutantCase(again, number).make())).toEqual(bytes);
    for (const mutant of bytes) expect(mutant.length).toBeLessThanOrEqual(maxMutantBytes);
    const seeds = format.seeds.map((seed) => Buffer.from(seed.bytes()));
    const changed = bytes.filter((mutant) => !seeds.some((seed) => seed.equals(mutant)));
    expect(changed.length).toBeGreaterThan(numbers.length / 2);
  },
);

test("a mutant of an Office package is mostly a ZIP file whose members have right checksums", () => {
  const docx = formats.find(({ name }) => name === "docx");
  const mutants = Array.from({ length: 20 }, (_, number) => docx && mutantCase(docx, number).make());
  const sound = mutants.filter((bytes) => bytes !== undefined && isSound(bytes));
  expect(sound.length).toBeGreaterThan(mutants.length / 2);
});

function isSound(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const directory = Buffer.from(bytes).lastIndexOf("PK\x01\x02", undefined, "latin1");
  const last = zipMembers(bytes)?.at(-1);
  return last !== undefined && directory > 0 && view.getUint32(directory + 16, true) === crc32(last.data);
}

test.for([
  ["png", (bytes: Uint8Array) => crcOfFirstChunk(bytes)],
  ["tar", (bytes: Uint8Array) => sumOfFirstHeader(bytes)],
] as const)("most mutants of %s that keep their first bytes keep the checksum behind them", ([name, isRight]) => {
  const format = formats.find((each) => each.name === name);
  const mutants = Array.from({ length: 60 }, (_, number) => format && mutantCase(format, number).make());
  const right = mutants.filter((bytes) => bytes !== undefined && bytes.length > 600 && isRight(bytes));
  expect(right.length).toBeGreaterThan(mutants.length / 4);
});

function crcOfFirstChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return view.getUint32(29) === crc32(bytes.subarray(12, 29));
}

function sumOfFirstHeader(bytes: Uint8Array): boolean {
  const sum = bytes.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return Number.parseInt(Buffer.from(bytes.subarray(148, 156)).toString("latin1"), 8) === sum;
}

/** All seeds, and the members of those that are ZIP files. */
const sound = formats.flatMap((format) =>
  format.seeds.flatMap((seed) => [seed.bytes(), ...(zipMembers(seed.bytes()) ?? []).map(({ data }) => data)]),
);

test.for(mutators.map((mutator) => [mutator.name, mutator] as const))(
  "the mutator of %s has seeds, and most of its mutants are files of the same structure",
  ([name, { accepts, mutate }]) => {
    const accepted = sound.filter((bytes) => accepts(bytes));
    expect(accepted).not.toEqual([]);
    const mutants = Array.from({ length: 40 }, (_, number) => {
      const dice = diceOf(`${name} ${number}`);
      const bytes = dice.pick(accepted);
      return { bytes, mutant: mutate(bytes, { dice, donor: bytes, inner: (part) => part.slice(0, -1) }) };
    });
    const kept = mutants.filter(({ mutant }) => mutant !== undefined && accepts(mutant));
    expect(kept.length).toBeGreaterThan(mutants.length / 2);
    const changed = kept.filter(({ bytes, mutant }) => !Buffer.from(bytes).equals(mutant ?? bytes));
    expect(changed.length).toBeGreaterThan(mutants.length / 4);
  },
);

/** Yields what the reader shows of mutants of the sound files of a format, for which `inner` changes nothing. */
async function* shownMutants(formatName: string, mutatorName: string): AsyncGenerator<string> {
  const seeds = formats.find(({ name }) => name === formatName)?.seeds ?? [];
  const mutator = mutators.find(({ name }) => name === mutatorName);
  for (let number = 0; number < 60; number += 1) {
    const dice = diceOf(`shown ${number}`);
    const seed = dice.pick(seeds);
    const bytes = seed.bytes();
    const mutant = mutator?.mutate(bytes, { dice, donor: bytes, inner: (part) => part });
    const entries = { [`/a.${seed.ending}`]: mutant ?? new Uint8Array() };
    const reader = createReader({ handlers: [archive()], fileSystem: memoryFileSystem({ entries }), roots: ["/"] });
    try {
      yield renderText(await reader.read({ path: `/a.${seed.ending}`, limit: 2 }));
    } finally {
      await reader.close();
    }
  }
}

test.for([
  ["z", "compress", "1\t1 bottles of beer on the wall"],
  ["bz2", "bzip2", "1\t1 bottles of beer on the wall"],
  ["lz4", "lz4", "1\t1 bottles of beer on the wall"],
  ["cpio", "cpio", "1\tcpio archive"],
  ["ar", "ar", "1\tar archive"],
  ["iso", "iso", "1\tISO image"],
] as const)("some mutants of %s are packed so well that they are read", async ([format, mutator, words]) => {
  let read = 0;
  for await (const text of shownMutants(format, mutator)) {
    if (text.includes(words)) read += 1;
    if (read === 2) break;
  }
  expect(read).toBe(2);
});
