import { crc32, deflateRawSync } from "node:zlib";
import { concat, numbers } from "./little-endian.ts";
import { encode } from "./odd-bytes.ts";
import { endRecords } from "./zip-end.ts";
import { localHeader, directoryEntry, type WrittenMember } from "./zip-headers.ts";
import type { MemberPlan, ZipPlan } from "./zip-plan.ts";

/** Writes a ZIP file as it is planned, right or wrong. */
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
