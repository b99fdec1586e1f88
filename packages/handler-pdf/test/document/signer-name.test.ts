import fc from "fast-check";
import { expect, test } from "vitest";
import { signerName } from "../../src/document/filled-fields.ts";
import { joinBytes } from "../pdf-builder.ts";

function der(tag: number, ...inside: readonly Uint8Array[]): Uint8Array {
  const content = joinBytes(inside);
  const { length } = content;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return joinBytes([new Uint8Array(header), content]);
}

const sequence = (...inside: readonly Uint8Array[]): Uint8Array => der(0x30, ...inside);
const set = (...inside: readonly Uint8Array[]): Uint8Array => der(0x31, ...inside);
const integer = (value: number): Uint8Array => der(2, new Uint8Array([value]));
const words = (text: string): Uint8Array => new TextEncoder().encode(text);
const identifier = (...arcs: readonly number[]): Uint8Array => der(6, new Uint8Array(arcs));
const commonName = identifier(0x55, 4, 3);
const country = identifier(0x55, 4, 6);

interface Certificate {
  readonly serial: number;
  /** The encoded string of the name. */
  readonly name: Uint8Array;
}

/** Builds a certificate with the parts that a reader of names uses; the rest is dummy data. */
function certificate({ serial, name }: Certificate): Uint8Array {
  const issuer = sequence(set(sequence(commonName, der(0x0c, words("An Authority")))));
  const subject = sequence(set(sequence(country, der(0x13, words("GB")))), set(sequence(commonName, name)));
  const body = sequence(der(0xa0, integer(2)), integer(serial), sequence(), issuer, sequence(), subject);
  return sequence(body, sequence(), der(3, new Uint8Array(2)));
}

function signature(certificates: readonly Certificate[], serial: number): Uint8Array {
  const signer = sequence(integer(1), sequence(sequence(), integer(serial)), sequence(), der(4, words("signed")));
  const signedData = sequence(
    integer(1),
    set(sequence()),
    sequence(),
    der(0xa0, ...certificates.map(certificate)),
    set(signer),
  );
  return sequence(identifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2), der(0xa0, signedData));
}

const authority = { serial: 1, name: der(0x0c, words("An Authority")) };
const ada = { serial: 77, name: der(0x0c, words("Ada Lovelace é")) };

test("finds the name in the signer's certificate among others", () => {
  expect(signerName(signature([authority, ada], 77))).toBe("Ada Lovelace é");
});

test("reads names with two bytes per character", () => {
  const wide = {
    serial: 5,
    name: der(
      0x1e,
      Uint8Array.from("\0A\0d\0a", (character) => character.codePointAt(0) ?? 0),
    ),
  };
  expect(signerName(signature([wide], 5))).toBe("Ada");
});

test("ignores the zeros that fill the space of a signature", () => {
  expect(signerName(joinBytes([signature([ada], 77), new Uint8Array(500)]))).toBe("Ada Lovelace é");
});

test("finds no name without the signer's certificate", () => {
  expect(signerName(signature([authority], 77))).toBeUndefined();
});

test("accepts any bytes", () => {
  const sound = signature([authority, ada], 77);
  const damaged = fc.tuple(fc.nat(sound.length - 1), fc.nat(255)).map(([at, value]) => sound.with(at, value));
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 64 })), (bytes) => {
      const name = signerName(bytes);
      expect(name === undefined || !name.includes("\n")).toBe(true);
    }),
    { seed: 3, numRuns: 2000 },
  );
});
