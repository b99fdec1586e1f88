import { Buffer } from "node:buffer";
import * as cfb from "cfb";
import { rc4 } from "@reader/office-kit/encryption";
import type { Rc4Lock } from "../support/rc4-lock.ts";

/** A record of a PowerPoint stream: a container of records, or an atom of bytes. */
export function record(type: number, content: readonly Uint8Array[] | Uint8Array, instance = 0): Uint8Array {
  const isContainer = Array.isArray(content);
  const body = isContainer ? Buffer.concat(content) : Buffer.from(content as Uint8Array);
  const header = Buffer.alloc(8);
  header.writeUInt16LE((instance << 4) | (isContainer ? 0xf : 0), 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** Numbers of four bytes. */
export function longs(...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number >>> 0, at * 4);
  return bytes;
}

/** Numbers of two bytes. */
export function shorts(...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number & 0xffff, at * 2);
  return bytes;
}

/** Text of two bytes a character. */
export function wide(words: string): Uint8Array {
  return Buffer.from(words, "utf16le");
}

/** The text of a shape, of a kind such as 0 for a title and 1 for a body; its paragraphs end with `\r`. */
export function textOf(kind: number, words: string): Uint8Array {
  return Buffer.concat([record(0x0f9f, longs(kind)), record(0x0fa0, wide(words))]);
}

/** What a shape has besides its text. */
export interface ShapeBytes {
  /** The kind of placeholder; 0 for none. */
  readonly placeholder?: number;
  /** Records of its text box. */
  readonly text?: Uint8Array;
  /** The number of its image, from 1. */
  readonly image?: number;
  readonly alt?: string;
  readonly isHidden?: boolean;
  /** Records of its client data, beside its role. */
  readonly client?: readonly Uint8Array[];
  /** Top, left, right, bottom on its slide. */
  readonly place?: readonly [number, number, number, number];
  /** Left, top, right, bottom within its group. */
  readonly anchor?: readonly [number, number, number, number];
}

/** A shape. */
export function shapeOf(shape: ShapeBytes): Uint8Array {
  const { placeholder = 0, text, image = 0, alt = "", isHidden = false, client = [], place, anchor } = shape;
  const words = wide(`${alt}\0`);
  const options = [
    Buffer.concat([shorts(0x4104), longs(image)]),
    Buffer.concat([shorts(0x8381), longs(words.length)]),
    ...(isHidden ? [Buffer.concat([shorts(0x03bf), longs(0x20002)])] : []),
    words,
  ];
  return record(0xf004, [
    record(0xf00a, longs(1, 0)),
    record(0xf00b, Buffer.concat(options), isHidden ? 3 : 2),
    ...(place === undefined ? [] : [record(0xf010, shorts(...place))]),
    ...(anchor === undefined ? [] : [record(0xf00f, longs(...anchor))]),
    record(0xf011, [record(0x0bc3, Buffer.concat([longs(0), Uint8Array.of(placeholder, 0, 0, 0)])), ...client]),
    ...(text === undefined ? [] : [record(0xf00d, text)]),
  ]);
}

/** A table: a group that says that it is one, with its cells. */
export function tableOf(cells: readonly Uint8Array[]): Uint8Array {
  const isTable = record(0xf122, Buffer.concat([shorts(0x039f), longs(1)]), 1);
  return record(0xf003, [record(0xf004, [record(0xf00a, longs(0, 1)), isTable]), ...cells]);
}

/** A group at this place, with its shapes. */
export function groupOf(place: readonly [number, number, number, number], shapes: readonly Uint8Array[]): Uint8Array {
  return record(0xf003, [record(0xf004, [record(0xf00a, longs(0, 1)), record(0xf010, shorts(...place))]), ...shapes]);
}

/** What a slide, a master or notes have. */
export interface SlideBytes {
  readonly shapes: readonly Uint8Array[];
  /** Records of the slide beside its drawing. */
  readonly more?: readonly Uint8Array[];
  /** The shapes of its notes. */
  readonly notes?: readonly Uint8Array[];
  /** Records of its outline. */
  readonly outline?: Uint8Array;
}

/** What a presentation is built of. */
export interface PptBytes {
  readonly slides: readonly SlideBytes[];
  /** Shapes of the master that all slides follow. */
  readonly master?: readonly Uint8Array[];
  /** Records of that master beside its drawing. */
  readonly masterRecords?: readonly Uint8Array[];
  /** Records of the document. */
  readonly document?: readonly Uint8Array[];
  /** Objects beside the document, the master, and a slide and its notes for each. */
  readonly objects?: readonly Uint8Array[];
  readonly images?: Uint8Array;
  /** What it is encrypted with; its images are not. */
  readonly lock?: Rc4Lock;
}

function drawing(shapes: readonly Uint8Array[]): Uint8Array {
  const own = record(0xf004, [record(0xf00a, longs(0, 5))]);
  return record(0x040c, [record(0xf002, [record(0xf003, [own, ...shapes])])]);
}

const masterId = 0x8000_0000;
const isFollowing = 7;

/** The records of the stream, each of which is an object with a number: document, master, then slides and notes. */
function objectsOf({
  slides,
  master = [],
  masterRecords = [],
  document = [],
  objects = [],
}: PptBytes): readonly Uint8Array[] {
  const persist = (object: number, id: number): Uint8Array => record(0x03f3, longs(object, 0, 0, id, 0));
  const slideList = slides.map(({ outline = new Uint8Array() }, at) =>
    Buffer.concat([persist(3 + 2 * at, 256 + at), outline]),
  );
  const notesList = slides.map((_, at) => persist(4 + 2 * at, 512 + at));
  const lists = [record(0x0ff0, [persist(2, masterId)], 1), record(0x0ff0, slideList, 0), record(0x0ff0, notesList, 2)];
  const slideOf = ({ shapes, more = [], notes }: SlideBytes, at: number): readonly Uint8Array[] => [
    record(0x03ee, [
      record(
        0x03ef,
        Buffer.concat([longs(0, 0, 0, masterId, notes === undefined ? 0 : 512 + at), shorts(isFollowing, 0)]),
      ),
      drawing(shapes),
      ...more,
    ]),
    record(0x03f0, [drawing(notes ?? [])]),
  ];
  return [
    record(0x03e8, [...lists, ...document]),
    record(0x03f8, [drawing(master), ...masterRecords]),
    ...slides.flatMap(slideOf),
    ...objects,
  ];
}

/** The bytes of a presentation of PowerPoint 97 to 2003. */
export function makePpt(deck: PptBytes): Uint8Array {
  const { lock } = deck;
  const plain = objectsOf(deck);
  const objects = lock === undefined ? plain : [...plain.map(lockedBy(lock)), record(0x2f14, lock.head)];
  const offsets: number[] = [];
  let length = 0;
  for (const object of objects) {
    offsets.push(length);
    length += object.length;
  }
  const session = lock === undefined ? [] : [objects.length];
  const directory = record(0x1772, longs((objects.length << 20) | 1, ...offsets));
  const edit = record(0x0ff5, longs(0, 0, 0, length, 1, objects.length + 1, 0, ...session));
  const token = lock === undefined ? 0xe391c05f : 0xf3d1c4df;
  return compound({
    "PowerPoint Document": Buffer.concat([...objects, directory, edit]),
    "Current User": record(0x0ff6, longs(20, token, length + directory.length, 0)),
    ...(deck.images === undefined ? {} : { Pictures: deck.images }),
  });
}

function lockedBy({ keyOf }: Rc4Lock): (object: Uint8Array, index: number) => Uint8Array {
  return (object, index) => rc4(keyOf(index + 1), object);
}

/** A compound file of these streams. */
export function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = cfb.utils.cfb_new();
  cfb.utils.cfb_del(file, "/\u0001Sh33tJ5");
  for (const [name, content] of Object.entries(streams)) cfb.utils.cfb_add(file, `/${name}`, Buffer.from(content));
  return new Uint8Array(cfb.write(file, { type: "buffer" }) as Buffer);
}
