import { childrenOf, readXmlTree, type XmlElement } from "../xml/xml-tree.ts";
import type { Decrypt } from "./decrypt.ts";
import { decipher, digest, fitted, hashName, isSame, numberBytes, spin } from "./password-key.ts";

/** Rounds of hashing that are done; Office does 100 000, and the standard allows ten million. */
const maxRounds = 1_000_000;

/** Maximum bytes of a salt; Office writes 16. It is hashed again for each 4096 bytes of the document. */
const maxSaltBytes = 1024;

/** Bytes that are deciphered with a vector of their own ([MS-OFFCRYPTO], 2.3.4.15). */
const segmentBytes = 4096;

/** What the keys of each purpose are hashed with (2.3.4.13). */
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

/** Agile encryption, which is that of Office 2010 and later; undefined where it is of a kind that is not known. */
export function agileDecryption(info: Uint8Array): Decrypt | undefined {
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
