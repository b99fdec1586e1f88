import { ReadError } from "@reader/core/handler";
import { named } from "@reader/core/render";
import type { InflationMeter } from "@reader/unpack";
import { type ByteReader, counted } from "../bytes/byte-reader.ts";
import type { Member, MemberKind } from "../bytes/member.ts";
import { type DescribedHeader, describedHeaders, paddingOf } from "./described-headers.ts";
import { expandSparse, readGnuSparse, readPaxSparse, type SparseMap } from "./sparse.ts";

/** The input of a tar archive. */
export interface TarInput {
  readonly path: string;
  readonly reader: ByteReader;
  readonly meter: InflationMeter;
}

/** Yields the members of a tar archive. The content of a member is available until the next one is requested. */
export async function* tarMembers(input: TarInput): AsyncGenerator<Member> {
  const { reader, path } = input;
  let index = 0;
  for await (const described of describedHeaders(reader, path)) {
    index += 1;
    const map = await sparseMapOf(described, reader);
    const body = openBody(reader, Math.max(0, described.size - (map?.mapBytes ?? 0)));
    yield memberOf(described, index, { ...input, body, map });
    if ((await body.finish()) > 0) throw cutOff(described, path);
    await reader.skip(paddingOf(described.size));
  }
}

async function sparseMapOf({ header, records }: DescribedHeader, reader: ByteReader): Promise<SparseMap | undefined> {
  return header.type === "S" ? readGnuSparse(header, reader) : readPaxSparse(records, reader);
}

/** The data of one member, which may be read in part. */
interface Body extends ByteReader {
  readonly size: number;
  /** Skips the rest. Returns the number of missing bytes. */
  finish(): Promise<number>;
}

function openBody(reader: ByteReader, size: number): Body {
  let left = size;
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    for await (const piece of reader.pieces(Math.min(length, left))) {
      left -= piece.length;
      yield piece;
    }
  }
  return {
    size,
    pieces,
    async take(length) {
      const taken = await reader.take(Math.min(length, left));
      left -= taken.length;
      return taken;
    },
    async skip(length) {
      const skipped = await reader.skip(Math.min(length, left));
      left -= skipped;
      return skipped;
    },
    async finish() {
      left -= await reader.skip(left);
      return left;
    },
  };
}

interface MemberInput extends TarInput {
  readonly body: Body;
  readonly map: SparseMap | undefined;
}

/** POSIX.1-2024, ustar `typeflag`, and those of GNU. */
const kinds: Readonly<Record<string, MemberKind>> = {
  "0": "file",
  "1": "hard-link",
  "2": "link",
  "3": "device",
  "4": "device",
  "5": "folder",
  "6": "pipe",
  "7": "file",
  S: "file",
  D: "folder",
  V: "other",
  M: "other",
  N: "other",
};

function memberOf(described: DescribedHeader, index: number, { body, map, meter }: MemberInput): Member {
  const { name, header, modified, target } = described;
  // Before the folder type existed, folder names ended with a slash.
  const kind = header.type === "0" && name.endsWith("/") ? "folder" : (kinds[header.type] ?? "file");
  const content = (): AsyncIterable<Uint8Array> =>
    map === undefined ? body.pieces(body.size) : expandSparse(map, body);
  return {
    index,
    name,
    kind,
    bytes: kind === "file" ? (map?.realSize ?? body.size) : undefined,
    modified,
    target: kind === "link" || kind === "hard-link" ? target : undefined,
    isEncrypted: false,
    flaw: header.type === "V" ? "volume label" : undefined,
    content: () => counted(content(), meter, () => body.size),
  };
}

function cutOff({ name }: DescribedHeader, path: string): ReadError {
  return new ReadError("corrupt", `${path} ends inside ${named(name, 200)}.`);
}
