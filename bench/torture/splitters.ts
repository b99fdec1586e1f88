import { buildZip, concat } from "@reader/testkit";
import { fromLatin1, latin1 } from "./mutators/mutator.ts";
import { withData, zipMembers, type ZipMember } from "./mutators/zip.ts";
import type { Parts, Splitter } from "./minimise.ts";

/** Ways to cut files into parts, from large to small. */
export const splitters: readonly Splitter[] = [
  zipParts,
  markupOfLargestMember,
  lines,
  markup,
  byteRuns(64),
  byteRuns(8),
  byteRuns(1),
];

function zipParts(bytes: Uint8Array): Parts | undefined {
  const items = zipMembers(bytes);
  return items === undefined ? undefined : { items, join: (members) => buildZip(members as readonly ZipMember[]) };
}

/** The elements of the largest member of a ZIP file that is markup. */
function markupOfLargestMember(bytes: Uint8Array): Parts | undefined {
  const members = zipMembers(bytes) ?? [];
  const sorted = members.toSorted((a, b) => b.data.length - a.data.length);
  const largest = sorted.find(({ data }) => markup(data) !== undefined);
  const parts = largest === undefined ? undefined : markup(largest.data);
  if (largest === undefined || parts === undefined) return undefined;
  const join = (items: readonly unknown[]): Uint8Array =>
    buildZip(members.map((member) => (member === largest ? withData(member, parts.join(items)) : member)));
  return { items: parts.items, join };
}

/** Tags and texts. Leaving out one tag of a pair is tried, too: a damaged file may need no more. */
function markup(bytes: Uint8Array): Parts | undefined {
  const text = latin1(bytes);
  if (!/^\s*</.test(text)) return undefined;
  return { items: text.match(/<[^>]*>|[^<]+|</g) ?? [], join: (items) => fromLatin1(items.join("")) };
}

function lines(bytes: Uint8Array): Parts | undefined {
  const items = latin1(bytes).split(/(?<=\n)/);
  return { items, join: (left) => fromLatin1(left.join("")) };
}

const maxRuns = 20_000;

function byteRuns(length: number): Splitter {
  return (bytes) => {
    if (bytes.length / length > maxRuns) return undefined;
    const items = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    );
    return { items, join: (left) => concat(left as readonly Uint8Array[]) };
  };
}
