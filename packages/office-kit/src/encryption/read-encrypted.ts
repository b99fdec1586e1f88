import { type HandlerContext, type HandlerEvent, ReadError, type Source } from "@reader/core/handler";
import { viewOf } from "../compound/byte-view.ts";
import { type CompoundFile, openCompoundFile } from "../compound/compound-file.ts";
import { childrenOf, readXmlTree, type XmlElement } from "../xml/xml-tree.ts";
import { decipher, digest, fitted, hashName, isSame, numberBytes, spin } from "./ciphers.ts";
import { officePasswords, passwordError } from "./passwords.ts";

/** Yields the content of an encrypted document. Throws `encrypted` if the password is missing or wrong. */
export async function* readEncrypted(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const file = await openCompoundFile(source);
  const bytes = await decrypted(source, file, context);
  yield* context.nested(source.name, bytes, { select: context.select, pages: context.pages });
}

/** Size in bytes of the length before the package. */
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

/** Reports lengths that no cipher accepts as corruption. */
async function attempt(found: Promise<Uint8Array | undefined>, path: string): Promise<Uint8Array | undefined> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof Error) || error.name === "AbortError" || !("code" in error)) throw error;
    throw new ReadError("corrupt", `${path} is damaged: the description of its encryption is invalid.`, {
      cause: error,
    });
  }
}

function unknownKind(path: string): ReadError {
  return new ReadError(
    "encrypted",
    `${path} is encrypted by a method that is not supported, such as rights management.`,
    {
      hint: "Save it without encryption in Office, and read that copy.",
    },
  );
}

/** [MS-OFFCRYPTO], 2.3.4.7. */
const rounds = 50_000;
const hash = "sha1";

/** AES by its numbers (2.3.2). */
const aes: ReadonlySet<number> = new Set([0x660e, 0x660f, 0x6610]);

/** Parses standard encryption (Office 2007). Returns `undefined` if it is unsupported. */
function standardDecryption(info: Uint8Array): Decrypt | undefined {
  const view = viewOf(info);
  const headBytes = view.u32(0);
  const head = view.part(4, headBytes);
  const verifier = view.part(4 + headBytes, view.length);
  const keyBytes = head.u32(16) / 8;
  if (!aes.has(head.u32(8)) || ![16, 24, 32].includes(keyBytes)) return undefined;
  const salt = verifier.part(4, 16).bytes;
  return async (bytes, { password, signal }) => {
    const value = await spin({ hash, salt, password, rounds, signal });
    const key = derived(digest(hash, value, numberBytes(0))).subarray(0, keyBytes);
    const input = decipher(verifier.part(20, 16).bytes, { key, mode: "ecb" });
    const expected = decipher(verifier.part(40, 32).bytes, { key, mode: "ecb" });
    if (!isSame(digest(hash, input), expected)) return undefined;
    return decipher(bytes, { key, mode: "ecb" });
  };
}

/** Extends a hash. */
function derived(value: Uint8Array): Uint8Array {
  const half = (filler: number): Uint8Array => {
    const block = new Uint8Array(64).fill(filler);
    for (const [index, byte] of value.entries()) block[index] = filler ^ byte;
    return digest(hash, block);
  };
  return new Uint8Array([...half(0x36), ...half(0x5c)]);
}

/** Maximum number of hashing rounds. Office uses 100 000; the standard allows ten million. */
const maxRounds = 1_000_000;

/** Maximum bytes of a salt; Office writes 16. It is hashed again for each 4096 bytes of the document. */
const maxSaltBytes = 1024;

/** Size in bytes of a segment with its own initialization vector ([MS-OFFCRYPTO], 2.3.4.15). */
const segmentBytes = 4096;

/** The block keys, hashed into the key of each purpose (2.3.4.13). */
const purposes = {
  verifierInput: Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79),
  verifierValue: Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e),
  key: Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6),
} as const;

interface KeyFacts {
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly blockBytes: number;
  readonly keyBytes: number;
  readonly mode: "cbc" | "cfb8";
  readonly attributes: XmlElement["attributes"];
}

/** Parses agile encryption (Office 2010 and later). Returns `undefined` if it is unsupported. */
function agileDecryption(info: Uint8Array): Decrypt | undefined {
  const root = readXmlTree(info, "EncryptionInfo");
  const data = keyFacts(childrenOf(root).find(({ name }) => localName(name) === "keyData"));
  const key = keyFacts(findElement(root, "encryptedKey"));
  const rounds = Number(key?.attributes["spinCount"] ?? Number.NaN);
  if (data === undefined || key === undefined || !(rounds >= 0 && rounds <= maxRounds)) return undefined;
  return async (bytes, { password, signal }) => {
    const value = await spin({ hash: key.hash, salt: key.salt, password, rounds, signal });
    const opened = (name: string, purpose: Uint8Array): Uint8Array => {
      const own = fitted(digest(key.hash, value, purpose), key.keyBytes, 0x36);
      const vector = fitted(key.salt, key.blockBytes, 0x36);
      return decipher(base64(key.attributes[name]), { key: own, vector, mode: key.mode });
    };
    const input = opened("encryptedVerifierHashInput", purposes.verifierInput);
    const expected = opened("encryptedVerifierHashValue", purposes.verifierValue);
    if (!isSame(digest(key.hash, input.subarray(0, key.salt.length)), expected)) return undefined;
    return decipherSegments(bytes, opened("encryptedKeyValue", purposes.key).subarray(0, data.keyBytes), data);
  };
}

function decipherSegments(bytes: Uint8Array, key: Uint8Array, { hash, salt, blockBytes, mode }: KeyFacts): Uint8Array {
  const whole = new Uint8Array(bytes.length);
  for (let at = 0, index = 0; at < bytes.length; at += segmentBytes, index += 1) {
    const vector = fitted(digest(hash, salt, numberBytes(index)), blockBytes, 0x36);
    whole.set(decipher(bytes.subarray(at, at + segmentBytes), { key, vector, mode }), at);
  }
  return whole;
}

function keyFacts(element: XmlElement | undefined): KeyFacts | undefined {
  if (element === undefined) return undefined;
  const { attributes } = element;
  const { hashAlgorithm = "", cipherChaining, saltValue, keyBits } = attributes;
  const hash = hashName(hashAlgorithm);
  const salt = base64(saltValue);
  if (hash === undefined || !isAes(attributes) || salt.length > maxSaltBytes) return undefined;
  const mode = cipherChaining === "ChainingModeCFB" ? "cfb8" : "cbc";
  return { hash, salt, blockBytes: 16, keyBytes: Number(keyBits) / 8, mode, attributes };
}

function isAes({ cipherAlgorithm, blockSize, keyBits = "" }: XmlElement["attributes"]): boolean {
  return cipherAlgorithm === "AES" && blockSize === "16" && ["128", "192", "256"].includes(keyBits);
}

function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (localName(element.name) === name) return element;
  for (const child of childrenOf(element)) {
    const found = findElement(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function base64(text: string | undefined): Uint8Array {
  return new Uint8Array(Buffer.from(text ?? "", "base64"));
}

/** The password to try. */
interface Attempt {
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Decrypts the bytes of a package. Returns `undefined` if the password is wrong. */
type Decrypt = (bytes: Uint8Array, attempt: Attempt) => Promise<Uint8Array | undefined>;
