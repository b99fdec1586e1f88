import { buildZip, type MemberPlan } from "@reader/testkit";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { startsWith, type Mutation, type Mutator } from "./mutator.ts";
import { nastyIntegers, nastyString } from "./nasty.ts";

/** Members and headers of ZIP files: Office packages, books, archives. */
export const zipMutator: Mutator = {
  name: "zip",
  accepts: (bytes) => startsWith(bytes, "PK\x03\x04"),
  mutate: (bytes, mutation) => {
    const members = zipMembers(bytes);
    return members === undefined || members.length === 0 ? undefined : buildZip(changed([...members], mutation));
  },
};

/** A member with its bytes as they are packed and as they are. */
export interface ZipMember extends MemberPlan {
  readonly name: Uint8Array;
  readonly data: Uint8Array;
  readonly packed: Uint8Array;
  readonly method: number;
}

const maxMemberBytes = 4_000_000;

/** The members that the directory of a ZIP file lists; `undefined` if it has none that can be followed. */
export function zipMembers(bytes: Uint8Array): readonly ZipMember[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) return undefined;
  try {
    const members: ZipMember[] = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      members.push(memberAt(bytes, view, at));
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return members;
  } catch {
    return undefined;
  }
}

function memberAt(bytes: Uint8Array, view: DataView, at: number): ZipMember {
  const method = view.getUint16(at + 10, true);
  const header = view.getUint32(at + 42, true);
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const packed = bytes.slice(start, start + view.getUint32(at + 20, true));
  const name = bytes.slice(at + 46, at + 46 + view.getUint16(at + 28, true));
  if (method !== 8) return { name, data: packed, packed, method };
  const data = new Uint8Array(inflateRawSync(packed, { maxOutputLength: maxMemberBytes }));
  return { name, data, packed, method };
}

/** The same members, one of which has other bytes. */
export function withData(member: ZipMember, data: Uint8Array): ZipMember {
  const packed = member.method === 8 ? new Uint8Array(deflateRawSync(data, { level: 1 })) : data;
  return { ...member, data, packed };
}

function changed(members: ZipMember[], mutation: Mutation): readonly MemberPlan[] {
  const { dice, inner } = mutation;
  const at = dice.below(members.length);
  const member = members[at];
  if (member === undefined) return members;
  // The content is where most code is; the container itself is checked by one library.
  if (dice.chance(0.75)) {
    members[at] = withData(member, inner(member.data));
    return members;
  }
  return dice.pick(containerChanges)(members, at, mutation);
}

type ContainerChange = (members: ZipMember[], at: number, mutation: Mutation) => readonly MemberPlan[];

const containerChanges: readonly ContainerChange[] = [
  (members, at) => members.toSpliced(at, 1),
  (members, at) => members.toSpliced(at, 0, ...members.slice(at, at + 1)),
  (members, at, { dice }) => members.toSpliced(dice.below(members.length), 0, ...members.splice(at, 1)),
  exchangeData,
  takeFromDonor,
  (members, at, { dice }) => changedMember(members, at, { name: Buffer.from(nastyString(dice), "latin1") }),
  (members, at, { dice }) => changedMember(members, at, { method: dice.pick([0, 1, 6, 8, 9, 12, 14, 93, 95, 98, 99]) }),
  (members, at, { dice }) => changedMember(members, at, { flags: dice.pick([0, 1, 8, 0x40, 0x801, 0x2000]) }),
  (members, at, { dice }) =>
    changedMember(members, at, {
      lies: { [dice.pick(["bytes", "packedBytes", "crc32", "headerAt"])]: dice.pick(nastyIntegers) },
    }),
  (members, at) => changedMember(members, at, { hasDescriptor: true }),
  (members, at) => changedMember(members, at, { isOnlyListed: true, lies: { headerAt: 0 } }),
];

function changedMember(members: readonly ZipMember[], at: number, change: Partial<MemberPlan>): readonly MemberPlan[] {
  return members.map((member, index) => (index === at ? { ...member, ...change } : member));
}

function exchangeData(members: ZipMember[], at: number, { dice }: Mutation): readonly MemberPlan[] {
  const other = members[dice.below(members.length)];
  const member = members[at];
  if (other === undefined || member === undefined) return members;
  return changedMember(members, at, { data: other.data, packed: other.packed, method: other.method });
}

/** Puts a part of another file in place of the one with the same name, or beside the others. */
function takeFromDonor(members: ZipMember[], at: number, { dice, donor }: Mutation): readonly MemberPlan[] {
  const others = zipMembers(donor) ?? [];
  const name = Buffer.from(members[at]?.name ?? []).toString("latin1");
  const same = others.find((other) => Buffer.from(other.name).toString("latin1") === name);
  if (same !== undefined) return members.with(at, same);
  return others.length === 0 ? members : [...members, dice.pick(others)];
}
