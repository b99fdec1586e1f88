import type { DocumentFacts } from "@reader/document/content";
import { decoderOf } from "../encodings/code-page.ts";
import { viewOf, type ByteView } from "./byte-view.ts";

/** Properties of `SummaryInformation` by their numbers ([MS-OLEPS], 2.25.1). */
const names: ReadonlyMap<number, keyof DocumentFacts> = new Map([
  [2, "title"],
  [3, "subject"],
  [4, "author"],
  [5, "keywords"],
  [6, "comments"],
  [12, "created"],
  [13, "modified"],
]);

/** Maximum number of properties of a set; documents have about twenty. */
const maxProperties = 200;

/** The stream with the properties of an old Office document. */
export const summaryStream = "\u0005SummaryInformation";

/** Returns title, author and dates (as days) from that stream; empty if it is missing or empty. */
export function readSummaryInformation(bytes: Uint8Array | undefined): DocumentFacts {
  if (bytes === undefined) return {};
  const view = viewOf(bytes);
  const set = view.part(view.u32(44), view.length);
  const count = Math.min(maxProperties, set.u32(4));
  const places = new Map<number, number>();
  for (let index = 0; index < count; index += 1) places.set(set.u32(8 + index * 8), set.u32(12 + index * 8));
  const codePage = set.u16((places.get(1) ?? -4) + 4);
  const facts: { -readonly [Name in keyof DocumentFacts]: string | undefined } = {};
  for (const [number, name] of names) {
    const at = places.get(number);
    if (at !== undefined) facts[name] = valueAt(set, at, codePage);
  }
  return facts;
}

const byteString = 0x1e;
const wideString = 0x1f;
const moment = 0x40;

function valueAt(set: ByteView, at: number, codePage: number): string | undefined {
  const length = Math.min(set.u32(at + 4), 10_000);
  switch (set.u16(at)) {
    case byteString:
      if (codePage === utf16Page) return untilNull(set.utf16(at + 8, length >> 1));
      return untilNull(decoderOf(codePage)(set.part(at + 8, length).bytes));
    case wideString:
      return untilNull(set.utf16(at + 8, length));
    case moment:
      return dayOf(set.u32(at + 4), set.u32(at + 8));
    default:
      return undefined;
  }
}

const utf16Page = 1200;

function untilNull(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** Converts 100-nanosecond intervals since 1601. Programs write 1601 for an unknown date. */
function dayOf(low: number, high: number): string | undefined {
  const milliseconds = (high * 2 ** 32 + low) / 10_000 - 11_644_473_600_000;
  const date = new Date(milliseconds);
  return date.getTime() > -2_208_988_800_000 && date.getUTCFullYear() < 10_000
    ? date.toISOString().slice(0, 10)
    : undefined;
}
