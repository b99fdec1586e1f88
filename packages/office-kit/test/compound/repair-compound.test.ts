import * as cfb from "cfb";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCompoundCut, repairCompound } from "../../src/compound/repair-compound.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);
const sectorBytes = 512;
const entryBytes = 128;
const streamType = 2;

function fixture(path: string): Uint8Array {
  return Uint8Array.from(readFileSync(new URL(path, fixtures)));
}

const documents = ["doc/report-libreoffice/input.doc", "xls/libreoffice-book/input.xls", "ppt/slides/input.ppt"];

/** Where the FAT of a small file begins: its first sector is told in the header. */
function fatPlace(bytes: Uint8Array): number {
  return (viewOf(bytes).getInt32(76, true) + 1) * sectorBytes;
}

function directoryPlace(bytes: Uint8Array): number {
  return (viewOf(bytes).getInt32(48, true) + 1) * sectorBytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function withNumber(bytes: Uint8Array, place: number, value: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  viewOf(changed).setInt32(place, value, true);
  return changed;
}

/** Paths and sizes, which are there as soon as the library comes to its end. */
function opened(bytes: Uint8Array): readonly string[] {
  const { FileIndex: entries, FullPaths: paths } = cfb.read(repairCompound(bytes), { type: "array" });
  return entries.map(({ size, content }, index) => `${paths[index]} ${size} ${content?.length ?? 0}`);
}

describe.for(documents)("%s", (path) => {
  const bytes = fixture(path);
  const sectors = bytes.length / sectorBytes - 1;

  test("is sound as it is", () => {
    expect(repairCompound(bytes)).toBe(bytes);
    expect(isCompoundCut(bytes)).toBe(false);
  });

  test("is opened whichever sector leads back to the one before it", () => {
    for (let sector = 1; sector < sectors; sector += 1) {
      const looped = withNumber(bytes, fatPlace(bytes) + sector * 4, sector - 1);
      const again = repairCompound(looped);
      expect(repairCompound(again), `sector ${sector}`).toBe(again);
    }
  });

  test("keeps all of its entries where entries of its directory lead to each other in a circle", () => {
    const whole = opened(bytes);
    for (const link of [68, 72, 76]) {
      for (const entry of [1, 2, 3]) {
        const place = directoryPlace(bytes) + entry * entryBytes + link;
        const looped = opened(withNumber(bytes, place, entry));
        expect(looped).toHaveLength(whole.length);
      }
    }
  });

  test("is known to be cut off where sectors are missing at its end", () => {
    expect(isCompoundCut(bytes.subarray(0, bytes.length - 2 * sectorBytes))).toBe(true);
    expect(isCompoundCut(bytes.subarray(0, 3 * sectorBytes))).toBe(true);
  });
});

test("a stream that begins inside of a circle of sectors ends", () => {
  const bytes = fixture("doc/report-libreoffice/input.doc");
  const { FileIndex: entries } = cfb.read(bytes, { type: "array" });
  const index = entries.findIndex(({ size, type }) => type === streamType && size >= 8 * sectorBytes);
  const start = entries[index]?.start ?? 0;
  const looped = withNumber(bytes, fatPlace(bytes) + (start + 4) * 4, start);
  const inside = withNumber(looped, directoryPlace(bytes) + index * entryBytes + 116, start + 2);
  expect(opened(inside).length).toBe(entries.length);
});

test("a file that ends inside of its FAT is read as if nothing came behind it", () => {
  const bytes = fixture("doc/report-libreoffice/input.doc");
  const fat = fatPlace(bytes);
  const moved = new Uint8Array(bytes.length + 100);
  moved.set(bytes);
  moved.set(bytes.subarray(fat, fat + 100), bytes.length);
  const cut = withNumber(moved, 76, bytes.length / sectorBytes - 1);
  expect(repairCompound(cut).length).toBe(bytes.length + sectorBytes);
  expect(() => opened(cut)).not.toThrow();
});

test.for([0, 1, 75, 512, 513, 1024])("%i bytes of a compound file are looked through", (length) => {
  const sound = repairCompound(fixture("doc/report-libreoffice/input.doc").subarray(0, length));
  expect(repairCompound(sound)).toBe(sound);
});
