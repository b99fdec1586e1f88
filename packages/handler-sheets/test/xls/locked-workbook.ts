import { Buffer } from "node:buffer";
import CFB from "cfb";
import { rc4 } from "@reader/office-kit/encryption";
import type { Rc4Lock } from "../support/rc4-lock.ts";

/** Bytes of a stream that is enciphered in place: what is put behind its first record, and its other records. */
export interface WorkbookLock {
  readonly filePass: Uint8Array;
  /** The enciphered bytes of a record that stands here. */
  encipher(body: Buffer, at: number): Uint8Array;
}

/** A lock of [MS-XLS] 2.2.10 with the key of each 1024 bytes. */
export function rc4WorkbookLock({ head, keyOf }: Rc4Lock): WorkbookLock {
  return {
    filePass: Buffer.concat([Uint8Array.of(1, 0), head]),
    encipher(body, at) {
      const masks = new Map<number, Uint8Array>();
      return body.map((byte, index) => {
        const block = Math.floor((at + index) / 1024);
        const mask = masks.get(block) ?? rc4(keyOf(block), new Uint8Array(1024));
        masks.set(block, mask);
        return byte ^ (mask[(at + index) % 1024] ?? 0);
      });
    },
  };
}

/** A lock of [MS-OFFCRYPTO] 2.3.7.2 with the array of a password. */
export function xorWorkbookLock(filePass: Uint8Array, array: Uint8Array): WorkbookLock {
  return {
    filePass,
    encipher: (body, at) =>
      body.map((byte, index) => {
        const turned = ((byte << 5) | (byte >> 3)) & 0xff;
        return turned ^ (array[(at + body.length + index) % 16] ?? 0);
      }),
  };
}

const plainTypes: ReadonlySet<number> = new Set([0x809, 0x2f, 0xe1]);
const sheetType = 0x85;

/** The same workbook of Excel 97, encrypted. */
export function lockedWorkbook(bytes: Uint8Array, lock: WorkbookLock): Uint8Array {
  const book = CFB.read(Buffer.from(bytes), { type: "buffer" });
  const index = book.FullPaths.findIndex((path) => path.endsWith("/Workbook"));
  const stream = Buffer.from(book.FileIndex[index]?.content ?? []);
  const start = 4 + stream.readUInt16LE(2);
  const head = Buffer.from([0x2f, 0, lock.filePass.length, 0]);
  const longer = Buffer.concat([stream.subarray(0, start), head, lock.filePass, stream.subarray(start)]);
  lockRecords(longer, { lock, shift: head.length + lock.filePass.length });
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/Workbook", longer);
  return Uint8Array.from(CFB.write(file, { type: "buffer" }) as Uint8Array);
}

interface Locking {
  readonly lock: WorkbookLock;
  /** By how much the sheets have moved. */
  readonly shift: number;
}

function lockRecords(stream: Buffer, { lock, shift }: Locking): void {
  for (let at = 0; at + 4 <= stream.length;) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const body = stream.subarray(at + 4, at + 4 + length);
    if (type === sheetType) body.writeUInt32LE(body.readUInt32LE(0) + shift);
    const sheetPlaceBytes = type === sheetType ? 4 : 0;
    const plain = plainTypes.has(type) ? length : sheetPlaceBytes;
    body.set(lock.encipher(body, at + 4).subarray(plain), plain);
    at += 4 + length;
  }
}
