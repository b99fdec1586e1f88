import { ReadError } from "@reader/core/handler";
import type { CompoundFile } from "../compound/compound-file.ts";
import { readFib } from "./fib.ts";
import { wordDecryption, type DecipherStream } from "./word-encryption.ts";

/** The streams of a document, deciphered where they were encrypted. */
export interface WordStreams {
  readonly main: Uint8Array;
  readonly table: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** What is to be opened, and with what. */
export interface StreamRequest {
  readonly path: string;
  readonly password: string | undefined;
}

/** What old versions of Office encrypt with where an author only forbids changes. */
const defaultPassword = "VelvetSweatshop";

/** Bytes at the start of the main stream that are never encrypted. */
const plainBytes = 68;

/** Opens the streams; throws `corrupt`, and `encrypted` without the right password. */
export function openWordStreams(file: CompoundFile, request: StreamRequest): WordStreams {
  const main = file.stream("WordDocument");
  if (main === undefined) throw new ReadError("corrupt", `${request.path} has lost the stream of its text.`);
  const fib = readFib(main);
  const table = file.stream(fib.tableStream);
  const data = file.stream("Data") ?? new Uint8Array();
  if (!fib.isEncrypted) return { main, table, data };
  const headBytes = fib.keyBytes;
  if (fib.isObfuscated || table === undefined) throw unknownKind(request.path);
  const decipher = findDecryption(table.subarray(0, headBytes), request);
  return { main: decipher(main, plainBytes), table: decipher(table, headBytes), data: decipher(data, 0) };
}

function findDecryption(head: Uint8Array, { path, password }: StreamRequest): DecipherStream {
  for (const each of [defaultPassword, ...(password === undefined ? [] : [password])]) {
    const found = wordDecryption(head, each);
    if (found === "unknown") throw unknownKind(path);
    if (found !== undefined) return found;
  }
  const what = password === undefined ? "with a password" : "and this is a wrong password";
  throw new ReadError("encrypted", `${path} is encrypted${password === undefined ? "" : ","} ${what}.`, {
    hint: "Ask the user for the password, and read it again with `password`.",
  });
}

function unknownKind(path: string): ReadError {
  return new ReadError("encrypted", `${path} is encrypted in an old way that is not read.`, {
    hint: "Save it without a password in Word or LibreOffice, and read that copy.",
  });
}
