import type { Dice } from "../dice.ts";
import { rearranged } from "./fields.ts";
import { fromLatin1, latin1, startsWith, type Mutation, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";

/** A member of an archive: its header as text, its name and its data. */
interface ArchiveMember {
  readonly header: string;
  readonly name: string;
  readonly data: Uint8Array;
}

const cpioHeaderBytes = 110;
const cpioFieldCharacters = 8;
const cpioSizeField = 6;
const cpioNameField = 11;
const cpioSumField = 12;

/** Headers, names and members of cpio archives of SVR4; lengths and sums stay right unless they are what is damaged. */
export const cpioMutator: Mutator = {
  name: "cpio",
  accepts: (bytes) => startsWith(bytes, "070701") || startsWith(bytes, "070702"),
  mutate: (bytes, mutation) => {
    const changed = rearranged(cpioMembers(bytes), mutation.dice, (member) => changedCpio(member, mutation));
    return new Uint8Array(Buffer.concat(changed.map(writtenCpio)));
  },
};

function cpioMembers(bytes: Uint8Array): readonly ArchiveMember[] {
  const members: ArchiveMember[] = [];
  for (let at = 0; at + cpioHeaderBytes <= bytes.length;) {
    const header = latin1(bytes.subarray(at, at + cpioHeaderBytes));
    if (!header.startsWith("07070")) break;
    const nameEnd = at + cpioHeaderBytes + cpioNumber(header, cpioNameField);
    const dataAt = at + aligned(nameEnd - at);
    const dataEnd = dataAt + cpioNumber(header, cpioSizeField);
    const name = latin1(bytes.subarray(at + cpioHeaderBytes, nameEnd - 1));
    members.push({ header, name, data: bytes.slice(dataAt, dataEnd) });
    at = aligned(dataEnd);
  }
  return members;
}

function changedCpio(member: ArchiveMember, { dice, inner }: Mutation): ArchiveMember {
  const change = dice.below(4);
  if (change === 0 && member.data.length > 0) return sizedCpio({ ...member, data: inner(member.data) });
  if (change === 1) return sizedCpio({ ...member, name: nastyString(dice) });
  if (change === 2) return { ...member, header: dice.pick(["070701", "070702", "070707"]) + member.header.slice(6) };
  const digits = dice.pick([
    "ffffffff",
    "7fffffff",
    "80000000",
    "00000000",
    "0000ffff",
    "-0000001",
    "0x000010",
    "zzzz",
  ]);
  return { ...member, header: withCpioField(member.header, dice.below(13), digits) };
}

function sizedCpio(member: ArchiveMember): ArchiveMember {
  const sum = member.data.reduce((total, byte) => (total + byte) >>> 0, 0);
  let { header } = member;
  header = withCpioField(header, cpioSizeField, member.data.length.toString(16));
  header = withCpioField(header, cpioNameField, (member.name.length + 1).toString(16));
  return {
    ...member,
    header: header.startsWith("070702") ? withCpioField(header, cpioSumField, sum.toString(16)) : header,
  };
}

function writtenCpio({ header, name, data }: ArchiveMember): Uint8Array {
  const head = `${header}${name}\0`;
  return new Uint8Array(Buffer.concat([padded(fromLatin1(head)), padded(data)]));
}

function padded(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(aligned(bytes.length));
  result.set(bytes);
  return result;
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function cpioNumber(header: string, field: number): number {
  const at = 6 + field * cpioFieldCharacters;
  return Number.parseInt(header.slice(at, at + cpioFieldCharacters), 16) || 0;
}

function withCpioField(header: string, field: number, digits: string): string {
  const at = 6 + field * cpioFieldCharacters;
  return header.slice(0, at) + digits.padStart(cpioFieldCharacters, "0") + header.slice(at + cpioFieldCharacters);
}

const arMagic = "!<arch>\n";
const arHeaderBytes = 60;

/** Fields of a header of ar: name, time, owner, group, mode, size and the two characters that end it. */
const arFields: readonly (readonly [at: number, length: number])[] = [
  [0, 16],
  [16, 12],
  [28, 6],
  [34, 6],
  [40, 8],
  [48, 10],
  [58, 2],
];

/** Headers and members of ar archives, Debian packages among them, whose members are packed archives themselves. */
export const arMutator: Mutator = {
  name: "ar",
  accepts: (bytes) => startsWith(bytes, arMagic),
  mutate: (bytes, mutation) => {
    const changed = rearranged(arMembers(bytes), mutation.dice, (member) => changedAr(member, mutation));
    const parts = changed.flatMap(({ header, data }) => [
      fromLatin1(header),
      data,
      new Uint8Array(data.length % 2).fill(10),
    ]);
    return new Uint8Array(Buffer.concat([fromLatin1(arMagic), ...parts]));
  },
};

function arMembers(bytes: Uint8Array): readonly ArchiveMember[] {
  const members: ArchiveMember[] = [];
  for (let at = arMagic.length; at + arHeaderBytes <= bytes.length && members.length < 1000;) {
    const header = latin1(bytes.subarray(at, at + arHeaderBytes));
    const size = Number.parseInt(header.slice(48, 58), 10) || 0;
    const dataAt = at + arHeaderBytes;
    members.push({ header, name: header.slice(0, 16).trimEnd(), data: bytes.slice(dataAt, dataAt + size) });
    at = dataAt + size + (size % 2);
  }
  return members;
}

function changedAr(member: ArchiveMember, { dice, inner }: Mutation): ArchiveMember {
  if (dice.chance(0.5) && member.data.length > 0) {
    const data = inner(member.data);
    return { ...member, data, header: withArField(member.header, [48, 10], String(data.length)) };
  }
  // Names of System V and of BSD lead to a table of long names, or into the data.
  const names = ["/", "//", "/0", "/999999999", "/-1", "#1/20", "#1/4294967295", "#1/-1", "/SYM64/", "__.SYMDEF"];
  const [field, value] = dice.chance(0.4)
    ? ([[0, 16], dice.pick([...names, nastyString(dice)])] as const)
    : ([dice.pick(arFields), fieldValue(dice)] as const);
  return { ...member, header: withArField(member.header, field, value) };
}

function fieldValue(dice: Dice): string {
  return dice.chance(0.7) ? nastyNumber(dice) : nastyString(dice);
}

function withArField(header: string, [at, length]: readonly [number, number], value: string): string {
  return header.slice(0, at) + value.slice(0, length).padEnd(length) + header.slice(at + length);
}
