import { PbfWriter } from "pbf";
import snappy from "snappyjs";
import { type Parts, zipOf } from "./support/made-files.ts";

/** The fields of a message: numbers, texts, bytes, floating-point numbers, and messages. */
export type Fields = readonly (readonly [field: number, value: Value])[];
export type Value = number | string | Uint8Array | { readonly float: number } | Fields;

/** An object of a document: its identifier, its type and its fields. */
export type Stored = readonly [id: number, type: number, fields: Fields];

/** Encodes a message. */
export function encode(fields: Fields): Uint8Array {
  const writer = new PbfWriter();
  for (const [field, value] of fields) writeField(writer, field, value);
  return Uint8Array.from(writer.finish());
}

function writeField(writer: PbfWriter, field: number, value: Value): void {
  if (typeof value === "number") writer.writeVarintField(field, value);
  else if (typeof value === "string") writer.writeStringField(field, value);
  else if (value instanceof Uint8Array) writer.writeBytesField(field, value);
  else if ("float" in value) writer.writeFloatField(field, value.float);
  else writer.writeBytesField(field, encode(value));
}

/** A reference to an object. */
export function ref(id: number): Fields {
  return [[1, id]];
}

/** Bytes of the archive of some objects, in blocks of Snappy. */
export function iwaOf(objects: readonly Stored[]): Uint8Array {
  const pieces = objects.flatMap(([id, type, fields]) => {
    const body = encode(fields);
    const info: Fields = [
      [1, type],
      [3, body.length],
    ];
    const header = encode([
      [1, id],
      [2, info],
    ]);
    const writer = new PbfWriter();
    writer.writeVarint(header.length);
    return [Uint8Array.from(writer.finish()), header, body];
  });
  return blocksOf(Uint8Array.from(Buffer.concat(pieces)));
}

/** Apple's programs write blocks of 64 KiB. */
const blockBytes = 65_536;

/** Packs bytes in blocks, each after a zero and its length in three bytes. */
export function blocksOf(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const packed = snappy.compress(Uint8Array.from(bytes.subarray(at, at + blockBytes)));
    const { length } = packed;
    blocks.push(Uint8Array.of(0, length & 0xff, (length >> 8) & 0xff, length >> 16), packed);
  }
  return Uint8Array.from(Buffer.concat(blocks));
}

/** A document of these objects, with the members that its program adds. */
export function makeIwork(objects: readonly Stored[], parts: Parts = {}): Uint8Array {
  return zipOf({
    "Index/Document.iwa": iwaOf(objects),
    "Metadata/Properties.plist": "<plist/>",
    ...parts,
  });
}

/** A table of attributes: positions and the objects that are in force from there. */
export function attributes(...entries: readonly (readonly [at: number, id?: number])[]): Fields {
  return entries.map(([at, id]) => [1, [[1, at], ...(id === undefined ? [] : [[2, ref(id)] as const])]] as const);
}

/** A text, with further fields. */
export function storage(id: number, text: string, ...more: Fields): Stored {
  return [id, 2001, [[3, text], ...more]];
}

/** A paragraph style, or a list style whose levels have labels of this kind. */
export function paragraphStyle(id: number, name: string): Stored {
  return [id, 2022, [[1, [[1, name]]]]];
}

export function listStyle(id: number, kind: number, numbers = 0): Stored {
  const levels = Array.from({ length: 9 }, () => [11, kind] as const);
  return [id, 2023, [[1, [[1, "List"]]], ...levels, ...levels.map(() => [15, numbers] as const)]];
}

/** What every drawn object begins with: its place and size. */
export function drawable(left: number, top: number, height = 50): Fields {
  const point = (x: number, y: number): Fields => [
    [1, { float: x }],
    [2, { float: y }],
  ];
  return [
    [
      1,
      [
        [1, point(left, top)],
        [2, point(200, height)],
      ],
    ],
  ];
}

/** A shape with a text. */
export function shape(id: number, text: number, at: Fields): Stored {
  return [
    id,
    2011,
    [
      [1, [[1, at]]],
      [2, ref(text)],
    ],
  ];
}

/** A placeholder of a slide with a text. */
export function placeholder(id: number, text: number, at: Fields): Stored {
  const [, , fields] = shape(id, text, at);
  return [id, 7, [[1, fields]]];
}

/** A cell of the format since 2016. */
export function cell(kind: number, flags: number, value: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(12));
  head.setUint8(0, 5);
  head.setUint8(1, kind);
  head.setUint32(8, flags, true);
  return Uint8Array.of(...new Uint8Array(head.buffer), ...value);
}

/** Values of cells in little-endian bytes. */
export function double(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return new Uint8Array(view.buffer);
}

export function integer(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24);
}

/** A decimal of 128 bits. */
export function decimal(coefficient: number, exponent: number): Uint8Array {
  const bytes = new Uint8Array(16);
  let rest = Math.abs(coefficient);
  for (let at = 0; rest >= 1; at += 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  const biased = exponent + 6176;
  bytes[14] = (biased & 0x7f) << 1;
  bytes[15] = (biased >> 7) | (coefficient < 0 ? 0x80 : 0);
  return bytes;
}

/** A table: the objects of its info, its model, its tile and its texts, with identifiers from `id` on. */
export function table(id: number, { name, at, texts, rows }: TableParts): readonly Stored[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const entries = texts.map(
    (text, index) =>
      [
        3,
        [
          [1, index + 1],
          [3, text],
        ],
      ] as const,
  );
  return [
    [
      id,
      6000,
      [
        [1, at],
        [2, ref(id + 1)],
      ],
    ],
    [
      id + 1,
      6001,
      [
        [
          4,
          [
            [
              3,
              [
                [
                  1,
                  [
                    [1, 0],
                    [2, ref(id + 2)],
                  ],
                ],
                [2, 256],
              ],
            ],
            [4, ref(id + 3)],
            [
              9,
              [
                [
                  1,
                  [
                    [1, 0],
                    [2, 0],
                  ],
                ],
              ],
            ],
          ],
        ],
        [6, rows.length],
        [7, columns],
        [8, name],
        [9, 1],
      ],
    ],
    [id + 2, 6002, rows.map((row, index) => [5, rowOf(row, index)] as const)],
    [id + 3, 6005, [[1, 1], ...entries]],
  ];
}

export interface TableParts {
  readonly name: string;
  readonly at: Fields;
  readonly texts: readonly string[];
  readonly rows: readonly (readonly (Uint8Array | undefined)[])[];
}

function rowOf(row: readonly (Uint8Array | undefined)[], index: number): Fields {
  const offsets = new DataView(new ArrayBuffer(510));
  for (let column = 0; column < 255; column += 1) offsets.setUint16(column * 2, 0xffff, true);
  let at = 0;
  for (const [column, bytes] of row.entries()) {
    if (bytes === undefined) continue;
    offsets.setUint16(column * 2, at, true);
    at += bytes.length;
  }
  const cells = Uint8Array.from(Buffer.concat(row.filter((bytes) => bytes !== undefined)));
  return [
    [1, index],
    [2, row.length],
    [6, cells],
    [7, new Uint8Array(offsets.buffer)],
  ];
}
