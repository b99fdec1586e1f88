import type { DocumentFacts } from "../flow/front-matter.ts";
import { uint16At, uint32At, viewOf, wideText } from "./records.ts";

/** What people call the properties of a document ([MS-OLEPS], 2.25.1). */
const names: ReadonlyMap<number, keyof DocumentFacts> = new Map([
  [2, "title"],
  [3, "subject"],
  [4, "author"],
  [5, "keywords"],
  [6, "comments"],
  [12, "created"],
  [13, "modified"],
]);

const types = { int16: 2, text: 30, wideText: 31, time: 64 } as const;

/** Properties of one set; programs write some twenty. */
const maxProperties = 200;

/** Title, author, dates (as days) of the stream `SummaryInformation`; empty where it cannot be read. */
export function summaryInformation(bytes: Uint8Array | undefined): DocumentFacts {
  if (bytes === undefined || uint16At(bytes, 0) !== 0xfffe) return {};
  const section = bytes.subarray(uint32At(bytes, 44));
  const facts: { -readonly [Name in keyof DocumentFacts]: string } = {};
  const offsets = new Map<number, number>();
  for (let at = 0; at < Math.min(maxProperties, uint32At(section, 4)); at += 1) {
    offsets.set(uint32At(section, 8 + at * 8), uint32At(section, 12 + at * 8));
  }
  const decoder = decoderFor(uint16At(section, (offsets.get(1) ?? Number.POSITIVE_INFINITY) + 4));
  for (const [id, name] of names) {
    const offset = offsets.get(id);
    const value = offset === undefined ? "" : valueAt(section.subarray(offset), decoder);
    if (value !== "") facts[name] = value;
  }
  return facts;
}

function valueAt(property: Uint8Array, decoder: InstanceType<typeof TextDecoder>): string {
  const type = uint16At(property, 0);
  const length = uint32At(property, 4);
  if (type === types.text)
    return decoder
      .decode(property.subarray(8, 8 + length))
      .replaceAll("\0", "")
      .trim();
  if (type === types.wideText) return wideText(property.subarray(8, 8 + 2 * length)).trim();
  return type === types.time && property.length >= 12 ? dayOf(viewOf(property).getBigUint64(4, true)) : "";
}

/** Milliseconds from 1601, where the times of Windows begin, to 1970. */
const epochMs = 11_644_473_600_000n;

/** Years that a document can honestly have been written in. */
const firstYear = 1980;
const lastYear = 2200;

function dayOf(ticks: bigint): string {
  const date = new Date(Number(ticks / 10_000n - epochMs));
  const year = date.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? date.toISOString().slice(0, "2000-01-01".length) : "";
}

/** Code pages of Windows by number; what is not known is read as that of Western Europe. */
function decoderFor(codePage: number): InstanceType<typeof TextDecoder> {
  const labels: Readonly<Record<number, string>> = {
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    874: "windows-874",
    1200: "utf-16le",
    10000: "macintosh",
    65001: "utf-8",
  };
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return new TextDecoder(isWindows ? `windows-${codePage}` : (labels[codePage] ?? "windows-1252"));
}
