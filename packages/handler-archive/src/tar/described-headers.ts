import { ReadError } from "@reader/core/handler";
import type { ByteReader } from "../bytes/byte-reader.ts";
import { memberTime } from "../bytes/member.ts";
import {
  blockBytes,
  decodeText,
  isEmptyBlock,
  isTarHeader,
  noRecords,
  type PaxRecords,
  readPaxRecords,
  readTarHeader,
  type TarHeader,
} from "./tar-header.ts";

/** A header with the facts of the extended headers before it. */
export interface DescribedHeader {
  readonly header: TarHeader;
  readonly name: string;
  readonly target: string;
  /** Size of the data without padding, in bytes. */
  readonly size: number;
  readonly modified: Date | undefined;
  readonly records: PaxRecords;
}

/** Maximum size of an extended header, far more than any program writes. */
const mostHeaderBytes = 1024 * 1024;

/** Maximum number of extended headers of one member. */
const mostDescriptions = 100;

/** The facts of the extended headers before the next member. */
interface Descriptions {
  records: PaxRecords;
  name: string | undefined;
  target: string | undefined;
}

/**
 * Yields the headers of members. The caller reads the data of each before the next. Ends at an empty block or at the
 * end of the file. Throws `corrupt` for anything else, and for extended headers without a member.
 */
export async function* describedHeaders(reader: ByteReader, path: string): AsyncGenerator<DescribedHeader> {
  let global = noRecords;
  let descriptions = emptyDescriptions();
  let count = 0;
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.length === 0 || isEmptyBlock(block)) {
      if (isAnyDescribed(descriptions)) throw cutOff(path);
      return;
    }
    if (!isTarHeader(block)) throw damaged(path);
    const header = readTarHeader(block);
    if (Number.isNaN(header.size)) throw damaged(path);
    count += 1;
    if (count > mostDescriptions) throw damaged(path);
    if (header.type === "g") global = readPaxRecords(await bodyOf(header, reader, path));
    else if (isDescription(header)) await describe(header, await bodyOf(header, reader, path), descriptions);
    else {
      yield described(header, global, descriptions);
      descriptions = emptyDescriptions();
      count = 0;
    }
  }
}

function emptyDescriptions(): Descriptions {
  return { records: noRecords, name: undefined, target: undefined };
}

function isAnyDescribed({ records, name, target }: Descriptions): boolean {
  return records !== noRecords || name !== undefined || target !== undefined;
}

function isDescription({ type }: TarHeader): boolean {
  return "xXLK".includes(type);
}

/** `L` and `K` are GNU's long names; `X` is what Solaris wrote for `x`. */
async function describe({ type }: TarHeader, body: Uint8Array, descriptions: Descriptions): Promise<void> {
  if (type === "L") descriptions.name = untilZero(body);
  else if (type === "K") descriptions.target = untilZero(body);
  else descriptions.records = readPaxRecords(body);
}

function untilZero(body: Uint8Array): string {
  const end = body.indexOf(0);
  return decodeText(end < 0 ? body : body.subarray(0, end));
}

async function bodyOf({ size }: TarHeader, reader: ByteReader, path: string): Promise<Uint8Array> {
  if (size > mostHeaderBytes) {
    const limit = { name: "maxHeaderBytes", value: mostHeaderBytes, actual: size };
    throw new ReadError("too-large", `${path} describes a member in ${size} bytes, and ${mostHeaderBytes} are read.`, {
      hint: "Do not open this file: no program writes such archives.",
      details: { limit },
    });
  }
  const body = await reader.take(size);
  await reader.skip(paddingOf(size));
  return body;
}

/** Returns the padding after a member's data. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** Types without data after their header, whatever their size field says: links, devices, folders, pipes. */
const withoutBody = "123456";

function described(header: TarHeader, global: PaxRecords, { records, name, target }: Descriptions): DescribedHeader {
  const field = (...keywords: readonly string[]): string | undefined => {
    const found = keywords.find((keyword) => records.fields.has(keyword) || global.fields.has(keyword));
    return found === undefined ? undefined : (records.fields.get(found) ?? global.fields.get(found));
  };
  const seconds = field("mtime");
  return {
    header,
    name: field("GNU.sparse.name", "path") ?? name ?? header.name,
    target: field("linkpath") ?? target ?? header.target,
    size: sizeOf(header, field("size")),
    modified: seconds === undefined ? header.modified : memberTime(Number(seconds)),
    records,
  };
}

function sizeOf({ type, size }: TarHeader, told: string | undefined): number {
  const bytes = Number(told ?? size);
  return withoutBody.includes(type) || !(bytes >= 0) ? 0 : bytes;
}

function damaged(path: string): ReadError {
  return new ReadError("corrupt", `${path} is no tar archive, or damaged from here on.`);
}

function cutOff(path: string): ReadError {
  return new ReadError("corrupt", `${path} is cut off: it describes one more member, which is missing.`);
}
