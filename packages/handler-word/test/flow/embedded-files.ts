import { Buffer } from "node:buffer";
import { text, type HandlerEvent } from "@reader/core/handler";
import { utils, write } from "cfb";

/** A compound file of these streams. */
export function compoundOf(streams: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_del(file, "/\u0001Sh33tJ5");
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(file, `/${name}`, Buffer.from(content));
  return new Uint8Array(write(file, { type: "buffer" }) as Buffer);
}

/** A file as Windows packs it ([MS-OLEDS], 2.3.6), with the name that its author saw. */
export function packaged(name: string, content: string): Uint8Array {
  const path = `C:\\Users\\ada\\${name}\0`;
  const body = Buffer.concat([
    Buffer.from([2, 0]),
    Buffer.from(`${name}\0${path}`, "latin1"),
    numbers(0x30000, path.length),
    Buffer.from(path, "latin1"),
    numbers(content.length),
    Buffer.from(content, "latin1"),
  ]);
  return Buffer.concat([numbers(body.length), body]);
}

/** An object as RTF has it ([MS-OLEDS], 2.2.5): a head with names, and data that begin with their length. */
export function objectOfRtf(program: string, data: Uint8Array): string {
  const name = Buffer.from(`${program}\0`, "latin1");
  const head = [numbers(0x501, 2, name.length), name, numbers(0, 0)];
  return Buffer.concat([...head, data]).toString("hex");
}

/** Bytes with their length before them. */
export function counted(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([numbers(bytes.length), bytes]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** Tells the name and the bytes of what it gets, or how many there are of them where they are no text. */
export async function* nested(name: string, bytes: Uint8Array): AsyncGenerator<HandlerEvent> {
  const content = Buffer.from(bytes).toString("latin1");
  yield text(/^[ -~]*$/.test(content) ? `${name}: ${content}` : `${name}: ${signOf(bytes)}`);
}

function signOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4)).toString("hex");
}

/** The header of the stream of a formula: its size, and fields that say nothing of the formula. */
const header = [28, ...Array.from({ length: 27 }, () => 0)];

/** The stream of a formula of Equation Editor: x². */
export const formula = Uint8Array.from(
  header.concat([
    // MTEF 3 of Windows, a line with the variable x and a superscript: an empty subscript, and a line with 2.
    3, 1, 1, 3, 0, 10, 1, 2, 0x83, 0x78, 0, 3, 15, 0, 0, 0x11, 1, 2, 0x88, 0x32, 0, 0, 0, 0, 0,
  ]),
);

/** A formula without content. */
export const emptyFormula = Uint8Array.from(header.concat([3, 1, 1, 3, 0, 10, 0, 0]));
