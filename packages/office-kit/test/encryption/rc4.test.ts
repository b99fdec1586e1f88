import { expect, test } from "vitest";
import { rc4 } from "../../src/encryption/ciphers.ts";

// The examples by which implementations of this cipher are commonly checked.
test.for([
  ["Key", "Plaintext", "bbf316e8d940af0ad3"],
  ["Wiki", "pedia", "1021bf0420"],
  ["Secret", "Attack at dawn", "45a01f645fc35b383552544b9bf5"],
] as const)("enciphers by the key %s what everybody does", ([key, words, expected]) => {
  expect(Buffer.from(rc4(Buffer.from(key), Buffer.from(words))).toString("hex")).toBe(expected);
});
