import { ReadError, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { viewOf } from "../compound/byte-view.ts";
import { openCompoundFile, type CompoundFile } from "../compound/compound-file.ts";
import { agileDecryption } from "./agile.ts";
import type { Decrypt } from "./decrypt.ts";
import { officePasswords, passwordError } from "./passwords.ts";
import { standardDecryption } from "./standard.ts";

/** Yields what is inside an encrypted document; throws `encrypted` without its password, or with a wrong one. */
export async function* readEncrypted(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const file = await openCompoundFile(source);
  const bytes = await decrypted(source, file, context);
  yield* context.nested(source.name, bytes, { select: context.select, pages: context.pages });
}

/** Bytes before the package that say how long it is. */
const lengthBytes = 8;

async function decrypted(source: Source, file: CompoundFile, context: HandlerContext): Promise<Uint8Array> {
  const packed = file.stream("EncryptedPackage");
  const info = file.stream("EncryptionInfo");
  if (packed === undefined || info === undefined) throw unknownKind(source.path);
  const decrypt = decryptionOf(info);
  if (decrypt === undefined) throw unknownKind(source.path);
  const { password, signal } = context;
  const length = Math.min(packed.length - lengthBytes, viewOf(packed).u32(0));
  const content = packed.subarray(lengthBytes);
  for (const each of officePasswords(password)) {
    const found = await attempt(decrypt(content, { password: each, signal }), source.path);
    if (found !== undefined) return found.subarray(0, length);
  }
  throw passwordError({ path: source.path, password });
}

function decryptionOf(info: Uint8Array): Decrypt | undefined {
  const view = viewOf(info);
  const [major, minor] = [view.u16(0), view.u16(2)];
  if (major === 4 && minor === 4) return agileDecryption(info.subarray(8));
  return minor === 2 && major >= 2 && major <= 4 ? standardDecryption(info.subarray(8)) : undefined;
}

/** Lengths that no cipher takes are damage. */
async function attempt(found: Promise<Uint8Array | undefined>, path: string): Promise<Uint8Array | undefined> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof Error) || error.name === "AbortError" || !("code" in error)) throw error;
    throw new ReadError("corrupt", `${path} says things of its encryption that cannot be.`, { cause: error });
  }
}

function unknownKind(path: string): ReadError {
  return new ReadError(
    "encrypted",
    `${path} is encrypted in a way that cannot be read, such as by rights management.`,
    {
      hint: "Save it without encryption in Office, and read that copy.",
    },
  );
}
