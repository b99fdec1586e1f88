import { deflateRawSync } from "node:zlib";
import { concat, utf8 } from "./support.ts";

/** A file to put into a ZIP file. */
export interface ZipFile {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly isDeflated?: boolean;
}

/** What may be odd about a ZIP file. */
export interface ZipOptions {
  readonly prefix?: Uint8Array;
  readonly comment?: Uint8Array;
  /** Writes the directory's place into a ZIP64 record only. */
  readonly isZip64?: boolean;
  /** Counts offsets from the start of the ZIP file proper, not of its prefix. */
  readonly isOffsetRelative?: boolean;
}

/** A ZIP file with these files, byte by byte. */
export function buildZip(files: readonly ZipFile[], options: ZipOptions = {}): Uint8Array {
  const { prefix = new Uint8Array(0), comment = new Uint8Array(0) } = options;
  const base = options.isOffsetRelative === true ? 0 : prefix.length;
  const locals: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let offset = base;
  for (const file of files) {
    const data = dataOf(file);
    const fields = fieldsOf(file, data.length);
    const local = concat(numbers([0x04034b50, 4], [20, 2], [0, 2]), fields, utf8(file.name), data);
    locals.push(local);
    entries.push(
      concat(
        numbers([0x02014b50, 4], [20, 2], [20, 2], [0, 2]),
        fields,
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        utf8(file.name),
      ),
    );
    offset += local.length;
  }
  const directory = concat(...entries);
  return concat(
    prefix,
    ...locals,
    directory,
    endOf({ count: files.length, bytes: directory.length, offset, options }),
    comment,
  );
}

function dataOf({ content = "", isDeflated = false }: ZipFile): Uint8Array {
  const bytes = typeof content === "string" ? utf8(content) : content;
  return isDeflated ? new Uint8Array(deflateRawSync(bytes)) : bytes;
}

/** From the method to the length of the extra field, as both headers have them. */
function fieldsOf({ name, content = "", isDeflated = false }: ZipFile, dataBytes: number): Uint8Array {
  const method = isDeflated ? 8 : 0;
  return numbers([method, 2], [0, 4], [0, 4], [dataBytes, 4], [content.length, 4], [utf8(name).length, 2], [0, 2]);
}

interface End {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
  readonly options: ZipOptions;
}

function endOf({ count, bytes, offset, options }: End): Uint8Array {
  const commentBytes = options.comment?.length ?? 0;
  if (options.isZip64 !== true) {
    return numbers(
      [0x06054b50, 4],
      [0, 4],
      [count & 0xffff, 2],
      [count & 0xffff, 2],
      [bytes, 4],
      [offset, 4],
      [commentBytes, 2],
    );
  }
  const end64 = concat(
    numbers(
      [0x06064b50, 4],
      [44, 8],
      [45, 2],
      [45, 2],
      [0, 4],
      [0, 4],
      [count, 8],
      [count, 8],
      [bytes, 8],
      [offset, 8],
    ),
    numbers([0x07064b50, 4], [0, 4], [offset + bytes, 8], [1, 4]),
  );
  const full = 0xffffffff;
  return concat(
    end64,
    numbers([0x06054b50, 4], [0, 4], [0xffff, 2], [0xffff, 2], [full, 4], [full, 4], [commentBytes, 2]),
  );
}

function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Uint8Array {
  return concat(
    ...fields.map(([value, bytes]) =>
      Uint8Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) & 0xff),
    ),
  );
}
