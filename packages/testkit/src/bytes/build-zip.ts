import { crc32, deflateRawSync } from "node:zlib";
import { encode } from "./odd-bytes.ts";

/** Writes a ZIP file by a plan, which may be invalid on purpose. */
export function buildZip(members: readonly MemberPlan[], plan: ZipPlan = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    at += part.length;
  };
  const written = members.map((member): WrittenMember => {
    const facts = factsOf(member, at);
    if (member.isOnlyListed === true) return facts;
    add(localHeader(facts));
    add(facts.packed);
    if (member.hasDescriptor === true) {
      add(numbers([4, 0x08074b50], [4, facts.sum], [4, facts.packed.length], [4, facts.bytes]));
    }
    return facts;
  });
  const directoryAt = at;
  if (plan.hasDirectory !== false) {
    for (const facts of written) add(directoryEntry(facts));
    add(endRecords(plan, { count: plan.entryCount ?? written.length, directoryAt, directoryBytes: at - directoryAt }));
  }
  return concat([plan.prefix ?? new Uint8Array(), ...parts]);
}

function factsOf(plan: MemberPlan, headerAt: number): WrittenMember {
  const data = typeof plan.data === "string" ? encode(plan.data) : (plan.data ?? new Uint8Array());
  const packed = plan.packed ?? ((plan.method ?? 8) === 8 ? new Uint8Array(deflateRawSync(data)) : data);
  const name = typeof plan.name === "string" ? encode(plan.name) : plan.name;
  return { plan, name, packed, bytes: data.length, sum: crc32(data), headerAt };
}

/** The number of entries in the directory, and its offset and size in bytes. */
interface Directory {
  readonly count: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
}

/** Builds the end record, and the ZIP64 records if needed. */
function endRecords(
  { comment = "", isWide = false, offset = 0 }: ZipPlan,
  { count, directoryAt, directoryBytes }: Directory,
): Uint8Array {
  const words = encode(comment);
  const most = (value: number, limit: number): number => (isWide ? limit : Math.min(value, limit));
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, most(count, 0xffff)],
    [2, most(count, 0xffff)],
    [4, most(directoryBytes, 0xffffffff)],
    [4, most(directoryAt, 0xffffffff)],
    [2, words.length],
  );
  if (!isWide) return concat([end, words]);
  const wide = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, directoryBytes],
    [8, offset + directoryAt],
  );
  return concat([
    wide,
    numbers([4, 0x07064b50], [4, 0], [8, offset + directoryAt + directoryBytes], [4, 1]),
    end,
    words,
  ]);
}

/** The packed bytes of a member and its plan. */
interface WrittenMember {
  readonly plan: MemberPlan;
  readonly name: Uint8Array;
  readonly packed: Uint8Array;
  readonly bytes: number;
  readonly sum: number;
  readonly headerAt: number;
}

/** Builds the fields that both headers of a member share. */
function common(facts: WrittenMember, isListed: boolean): Uint8Array {
  const { plan, name } = facts;
  const { method = 8, flags = 0x800, hasDescriptor = false, extra = new Uint8Array() } = plan;
  const before = hasDescriptor ? noSums : trueSums(facts);
  const sums = isListed ? listedSums(facts) : before;
  return numbers(
    [2, 20],
    [2, flags | (hasDescriptor ? 8 : 0)],
    [2, method],
    ...dosTime(plan.modified),
    [4, sums.crc32],
    [4, sums.packedBytes],
    [4, sums.bytes],
    [2, name.length],
    [2, extra.length],
  );
}

interface Sums {
  readonly crc32: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

const noSums: Sums = { crc32: 0, packedBytes: 0, bytes: 0 };

function trueSums({ packed, bytes, sum }: WrittenMember): Sums {
  return { crc32: sum, packedBytes: packed.length, bytes };
}

function listedSums(facts: WrittenMember): Sums {
  return { ...trueSums(facts), ...facts.plan.lies };
}

/** Builds the local header of a member. */
function localHeader(facts: WrittenMember): Uint8Array {
  return concat([numbers([4, 0x04034b50]), common(facts, false), facts.name, facts.plan.extra ?? new Uint8Array()]);
}

/** Builds the directory entry of a member. */
function directoryEntry(facts: WrittenMember): Uint8Array {
  const { plan, name, headerAt } = facts;
  const comment = encode(plan.comment ?? "");
  const attributes = (plan.mode ?? 0o100_644) * 0x10000;
  return concat([
    numbers([4, 0x02014b50], [2, 0x0314]),
    common(facts, true),
    numbers([2, comment.length], [2, 0], [2, 0], [4, attributes], [4, plan.lies?.headerAt ?? headerAt]),
    name,
    plan.extra ?? new Uint8Array(),
    comment,
  ]);
}

function dosTime(time: Date | undefined): readonly (readonly [number, number])[] {
  if (time === undefined)
    return [
      [2, 0],
      [2, 0x21],
    ];
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return [
    [2, clock],
    [2, day],
  ];
}

/** A member to pack, and false values to write about it. */
export interface MemberPlan {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array | string;
  /** 0 is stored, 8 is deflated. Default: deflated. */
  readonly method?: number;
  /** Bytes to write instead of the packed ones. */
  readonly packed?: Uint8Array;
  readonly flags?: number;
  readonly modified?: Date;
  readonly extra?: Uint8Array;
  /** The Unix mode, which is the upper half of the attributes. */
  readonly mode?: number;
  readonly comment?: string;
  /** True to write sizes and checksum in a data descriptor after the bytes. */
  readonly hasDescriptor?: boolean;
  /** False values for the directory. */
  readonly lies?: {
    readonly bytes?: number;
    readonly packedBytes?: number;
    readonly crc32?: number;
    readonly headerAt?: number;
  };
  /** True if only the directory has it. */
  readonly isOnlyListed?: boolean;
}

/** How the whole file is written. */
export interface ZipPlan {
  /** Bytes before the archive that its offsets do not account for. */
  readonly prefix?: Uint8Array;
  readonly comment?: string;
  readonly isWide?: boolean;
  /** Bytes before the archive that its end record accounts for. */
  readonly offset?: number;
  readonly hasDirectory?: boolean;
  /** The number of entries in the end record. */
  readonly entryCount?: number;
}

/** Concatenates bytes. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** Encodes numbers with these widths in bytes, little-endian. Makers of large files call it a million times. */
export function numbers(...values: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of values) {
    let rest = value;
    for (const end = at + length; at < end; at += 1) {
      // An element keeps the lowest byte of what it is given, also of a negative number.
      bytes[at] = rest;
      rest = Math.floor(rest / 256);
    }
  }
  return bytes;
}
