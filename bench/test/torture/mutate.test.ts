import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { mutantCase } from "../../torture/cases.ts";
import { formatsOf } from "../../torture/formats.ts";
import { maxMutantBytes } from "../../torture/mutators/mutator.ts";
import { zipMembers } from "../../torture/mutators/zip.ts";

const formats = formatsOf();
const numbers = Array.from({ length: 20 }, (_, number) => number);

test.for(formats.map((format) => [format.name, format] as const))(
  "mutants of %s are the same for the same number, and are not their seeds",
  ([, format]) => {
    const bytes = numbers.map((number) => mutantCase(format, number).make());
    const again = formatsOf().find(({ name }) => name === format.name);
    expect(again && numbers.map((number) => mutantCase(again, number).make())).toEqual(bytes);
    for (const mutant of bytes) expect(mutant.length).toBeLessThanOrEqual(maxMutantBytes);
    const seeds = format.seeds.map((seed) => Buffer.from(seed.bytes()));
    const changed = bytes.filter((mutant) => !seeds.some((seed) => seed.equals(mutant)));
    expect(changed.length).toBeGreaterThan(numbers.length / 2);
  },
);

test("a mutant of an Office package is mostly a ZIP file whose members have right checksums", () => {
  const docx = formats.find(({ name }) => name === "docx");
  const mutants = numbers.map((number) => docx && mutantCase(docx, number).make());
  const sound = mutants.filter((bytes) => bytes !== undefined && isSound(bytes));
  expect(sound.length).toBeGreaterThan(numbers.length / 2);
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
