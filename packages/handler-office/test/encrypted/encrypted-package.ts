import { createCipheriv, createHash } from "node:crypto";
import { utils, write } from "cfb";

const hash = (...parts: readonly Uint8Array[]): Buffer => {
  const sum = createHash("sha512");
  for (const part of parts) sum.update(part);
  return sum.digest();
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function encipher(key: Uint8Array, vector: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, vector);
  cipher.setAutoPadding(false);
  const padded = Buffer.alloc(Math.ceil(bytes.length / 16) * 16);
  padded.set(bytes);
  return Buffer.concat([cipher.update(padded), cipher.final()]);
}

/** What differs from what Office writes. */
interface EncryptionOptions {
  readonly rounds?: number;
  readonly dataSaltBytes?: number;
}

/** A compound file in which these bytes lie encrypted as Office 2010 does it (AES-256, SHA-512), with few rounds. */
export function encryptedPackage(
  content: Uint8Array,
  password: string,
  { rounds = 100, dataSaltBytes = 16 }: EncryptionOptions = {},
): Uint8Array {
  const salt = Buffer.alloc(16, 7);
  const dataSalt = Buffer.alloc(dataSaltBytes, 9);
  const packageKey = Buffer.alloc(32, 3);
  const input = Buffer.alloc(16, 5);
  let value = hash(salt, Buffer.from(password, "utf16le"));
  for (let round = 0; round < rounds; round += 1) value = hash(number(round), value);
  const sealed = (purpose: readonly number[], bytes: Uint8Array): string =>
    encipher(hash(value, Uint8Array.from(purpose)).subarray(0, 32), salt, bytes).toString("base64");
  const facts =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">' +
    `<keyData ${facts} saltValue="${dataSalt.toString("base64")}"/><keyEncryptors><keyEncryptor uri="x"><p:encryptedKey spinCount="${rounds}" ${facts} saltValue="${salt.toString("base64")}" ` +
    `encryptedVerifierHashInput="${sealed([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79], input)}" encryptedVerifierHashValue="${sealed([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e], hash(input))}" ` +
    `encryptedKeyValue="${sealed([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6], packageKey)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments: Buffer[] = [];
  for (let at = 0; at < content.length; at += 4096) {
    segments.push(
      encipher(packageKey, hash(dataSalt, number(at / 4096)).subarray(0, 16), content.subarray(at, at + 4096)),
    );
  }
  const length = Buffer.alloc(8);
  length.writeUInt32LE(content.length);
  return compound({
    EncryptionInfo: Buffer.concat([Uint8Array.of(4, 0, 4, 0, 0x40, 0, 0, 0), Buffer.from(xml)]),
    EncryptedPackage: Buffer.concat([length, ...segments]),
  });
}

/** A compound file with these streams. */
export function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(file, `/${name}`, Buffer.from(content));
  return Uint8Array.from(write(file, { type: "buffer" }) as Buffer);
}
