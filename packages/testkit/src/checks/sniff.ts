import { isDeepStrictEqual } from "node:util";
import { encode, randomBytes } from "../bytes/odd-bytes.ts";
import { type Check, describeThrown, type Subject } from "./check.ts";

const randomHeads = 300;
const headBytes = 4096;

/** Names that break careless parsing of extensions. */
const names = ["input", "", ".", "a.", ".hidden", "no extension", "x.BIN", "\u202egpj.exe", "a/b\\c", "x".repeat(300)];

/** Maximum share of random heads that may match the format by chance. */
const maxChance = 0.05;

/** Checks `sniff` with random bytes. */
export const sniffCheck: Check = {
  title: "never throws from sniff, whatever the bytes and the name are",
  async violations(subject) {
    if (subject.handler.sniff === undefined) return [];
    const heads = [...oddHeads(), ...startsOf(subject)];
    const violations = heads.flatMap((head, index) => sniffOne(subject, head, names[index % names.length] ?? ""));
    const claimed = randomOnes().filter((head) => claims(subject, head)).length;
    if (claimed > randomHeads * maxChance) violations.push(`it claims ${claimed} of ${randomHeads} random heads`);
    return [...new Set(violations)];
  },
};

function sniffOne({ handler }: Subject, head: Uint8Array, name: string): readonly string[] {
  const before = head.slice();
  try {
    const type: unknown = handler.sniff?.(head, name);
    const isRight = type === undefined || (typeof type === "string" && /^[a-z]+\/[a-z0-9][\w.+-]*$/.test(type));
    const violations = isRight ? [] : [`sniff must return a media type or undefined, not ${JSON.stringify(type)}`];
    return before.every((byte, index) => byte === head[index]) ? violations : [...violations, "it modifies the head"];
  } catch (error) {
    return [`it threw ${describeThrown(error)} for ${head.length} bytes named ${JSON.stringify(name)}`];
  }
}

/** Errors are reported elsewhere. */
function claims({ handler }: Subject, head: Uint8Array): boolean {
  try {
    return handler.sniff?.(head, "input.bin") !== undefined;
  } catch {
    return false;
  }
}

function randomOnes(): readonly Uint8Array[] {
  return Array.from({ length: randomHeads }, (_, seed) => randomBytes(seed, (seed * 37) % headBytes));
}

function oddHeads(): readonly Uint8Array[] {
  const filled = [0, 0xff, 0x20, 0x7b, 0x3c].map((byte) => new Uint8Array(headBytes).fill(byte));
  return [
    ...randomOnes(),
    new Uint8Array(0),
    ...filled,
    encode("\uFEFF"),
    encode('{"a":'),
    encode("<?xml"),
    encode("PK"),
  ];
}

function startsOf({ fixtures }: Subject): readonly Uint8Array[] {
  return fixtures.flatMap(({ bytes }) => [0, 1, 7, 64, 1023, headBytes].map((length) => bytes.slice(0, length)));
}

/** The contract version of this kit. */
export const specVersion = 1;

const mediaPattern = /^(?:\*\/\*|[a-z]+\/(?:\*|[a-z0-9][\w.+-]*))$/;

/** Checks the handler object. */
export const shapeCheck: Check = {
  title: "declares this contract version and its media types",
  async violations({ handler }) {
    const violations: string[] = [];
    const declared: number = handler.specVersion;
    if (declared !== specVersion) violations.push(`specVersion is ${declared}, not ${specVersion}`);
    if (!/^[a-z][a-z0-9-]*$/.test(handler.name))
      violations.push(`the name ${JSON.stringify(handler.name)} is not kebab-case`);
    if (handler.mediaTypes.length === 0) violations.push("mediaTypes is empty");
    for (const pattern of handler.mediaTypes) {
      if (!mediaPattern.test(pattern)) violations.push(`${JSON.stringify(pattern)} is not a lower-case media type`);
    }
    if (handler.origin !== undefined && !survivesJson(handler.origin))
      violations.push("origin cannot be stored as JSON");
    return violations;
  },
};

function survivesJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}
