import { readFileSync } from "node:fs";
import type { Bomb } from "./bomb.ts";

const fixtures = new URL("../../../../../fixtures/", import.meta.url);
const sound: Readonly<Record<string, string>> = {
  "an old Word document": "doc/report-libreoffice/input.doc",
  "an old Excel workbook": "xls/libreoffice-book/input.xls",
  "an old presentation": "ppt/slides/input.ppt",
};

/** A file whose sectors are 512 bytes, and the places of its header ([MS-CFB] 2.2). */
interface Sectors {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where each sector of the table of chains begins. */
  readonly tables: readonly number[];
  readonly directoryAt: number;
}

function sectorsOf(path: string): Sectors {
  const bytes = Uint8Array.from(readFileSync(new URL(path, fixtures)));
  const view = new DataView(bytes.buffer);
  const place = (sector: number): number => (sector + 1) * 512;
  const count = Math.min(109, view.getUint32(44, true));
  const tables = Array.from({ length: count }, (_, at) => place(view.getUint32(76 + at * 4, true)));
  return { bytes, view, tables, directoryAt: place(view.getUint32(48, true)) };
}

const damages: Readonly<Record<string, (sectors: Sectors) => void>> = {
  "each of whose sectors follows itself": ({ view, tables }) => {
    for (const [number, at] of tables.entries()) {
      for (let entry = 0; entry < 128; entry += 1) view.setUint32(at + entry * 4, number * 128 + entry, true);
    }
  },
  "whose chains all lead to the first sector": ({ view, tables }) => {
    for (const at of tables) for (let entry = 0; entry < 128; entry += 1) view.setUint32(at + entry * 4, 0, true);
  },
  "whose list of tables leads to itself": ({ view }) => {
    view.setUint32(44, 0xffff_ffff, true);
    view.setUint32(68, 0, true);
    view.setUint32(72, 0xffff_ffff, true);
  },
  "whose directory is a circle": ({ view, directoryAt }) => {
    for (const entry of [0, 1, 2, 3]) {
      for (const field of [68, 72, 76]) view.setUint32(directoryAt + entry * 128 + field, entry % 2, true);
    }
  },
  "whose streams are of four gigabytes": ({ view, directoryAt }) => {
    for (const entry of [0, 1, 2, 3]) view.setUint32(directoryAt + entry * 128 + 120, 0xffff_fff0, true);
  },
  "whose short streams lead in a circle": ({ view }) => {
    view.setUint32(60, 0, true);
    view.setUint32(64, 0xffff_ffff, true);
  },
  "whose sectors have an impossible size": ({ view }) => {
    view.setUint16(30, 0x1f, true);
    view.setUint16(32, 0, true);
  },
};

/** Compound files that lead in circles, by what they are. */
export const compoundBombs: Readonly<Record<string, Bomb>> = Object.fromEntries(
  Object.entries(sound).flatMap(([what, path]) =>
    Object.entries(damages).map(([how, damage]) => [`${what} ${how}`, damagedFile(path, damage)]),
  ),
);

function damagedFile(path: string, damage: (sectors: Sectors) => void): Bomb {
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    make: () => {
      const sectors = sectorsOf(path);
      damage(sectors);
      return sectors.bytes;
    },
    ends: ["ok", "corrupt", "unsupported-type", "binary", "too-large", "encrypted"],
  };
}
