import { concat, numbers } from "./little-endian.ts";
import { encode } from "./odd-bytes.ts";
import type { MemberPlan } from "./zip-plan.ts";

/** A member as it stands in the file, and its plan. */
export interface WrittenMember {
  readonly plan: MemberPlan;
  readonly name: Uint8Array;
  readonly packed: Uint8Array;
  readonly bytes: number;
  readonly sum: number;
  readonly headerAt: number;
}

/** What both headers of a member have. */
function common(facts: WrittenMember, isListed: boolean): Uint8Array {
  const { plan, name } = facts;
  const { method = 8, flags = 0x800, hasDescriptor = false, extra = new Uint8Array() } = plan;
  const before = hasDescriptor ? noSums : trueSums(facts);
  const told = isListed ? toldSums(facts) : before;
  return numbers(
    [2, 20],
    [2, flags | (hasDescriptor ? 8 : 0)],
    [2, method],
    ...dosTime(plan.modified),
    [4, told.crc32],
    [4, told.packedBytes],
    [4, told.bytes],
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

function toldSums(facts: WrittenMember): Sums {
  return { ...trueSums(facts), ...facts.plan.lies };
}

/** What stands in front of a member's bytes. */
export function localHeader(facts: WrittenMember): Uint8Array {
  return concat([numbers([4, 0x04034b50]), common(facts, false), facts.name, facts.plan.extra ?? new Uint8Array()]);
}

/** What the directory says of a member. */
export function directoryEntry(facts: WrittenMember): Uint8Array {
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
