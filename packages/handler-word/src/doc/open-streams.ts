import { ReadError } from "@reader/core/handler";
import type { CompoundFile } from "@reader/office-kit/compound";
import {
  tryPasswords,
  unknownEncryption,
  type PasswordRequest,
  decipherBlocks,
  rc4Keys,
} from "@reader/office-kit/encryption";
import { readFib } from "./fib.ts";

/** The streams of a document, decrypted if necessary. */
export interface WordStreams {
  readonly main: Uint8Array;
  readonly table: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** Size of the blocks that are encrypted with different keys, in bytes ([MS-DOC], 2.2.6.2). */
const blockBytes = 512;

/** Length of the start of the main stream that is never encrypted, in bytes. */
const plainHeadBytes = 68;

/** Opens the streams. Throws `corrupt`, or `encrypted` if the password is missing or wrong. */
export function openWordStreams(file: CompoundFile, request: PasswordRequest): WordStreams {
  const main = file.stream("WordDocument");
  if (main === undefined)
    throw new ReadError("corrupt", `${request.path} is damaged: the stream with its text is missing.`);
  const fib = readFib(main);
  const table = file.stream(fib.tableStream);
  const data = file.stream("Data") ?? new Uint8Array();
  if (!fib.isEncrypted) return { main, table, data };
  const headBytes = fib.keyBytes;
  if (fib.isObfuscated || table === undefined) throw unknownEncryption(request.path);
  const keyOf = tryPasswords(request, (password) => rc4Keys(table.subarray(0, headBytes), password));
  const decipher = (stream: Uint8Array, plainBytes: number): Uint8Array => {
    const plain = decipherBlocks(stream, keyOf, blockBytes);
    plain.set(stream.subarray(0, plainBytes));
    return plain;
  };
  return { main: decipher(main, plainHeadBytes), table: decipher(table, headBytes), data: decipher(data, 0) };
}
