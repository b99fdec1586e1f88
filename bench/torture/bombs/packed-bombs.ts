// @boundaries-ignore the tests of the archives have the writer of tar archives, which is not published
import { buildTar } from "../../../packages/handler-archive/test/build-tar.ts";
import { buildZip, concat, numbers } from "@reader/testkit";
import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import { repeated, utf8, type Bombs } from "./bomb.ts";

const megabyte = 1024 * 1024;

/** 45 MB of zeros in bzip2: 50 bytes. Several such streams in a row are one file. */
const bzip2Zeros = Buffer.from(
  "425a6839314159265359c901b6c80158ab4020c00010000008200030cc0529a65248526c5492149e2ee48a70a12192036d90",
  "hex",
);

/** A chunk of LZMA2 that resets everything and stands for 2 MiB of zeros, so that it can be repeated. */
const lzma2Zeros = Buffer.from(
  "//8RAWxdAABv/f//o7f/Rz5IFXI5YVG4kijmo4YH+e7kHoLTL8U6PAFLsX7JiopNL6MN2X+m44wjEVPgWRjFdYrid/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uIEGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvEgn5liAAO0ABQAcpiTxAA==",
  "base64",
);

/** Files that unpack to much more than they are, nest, or contain themselves. */
export const packedBombs: Bombs = {
  "4 GB of zeros in gzip": {
    name: "a.gz",
    make: () => repeated(gzipSync(new Uint8Array(64 * megabyte), { level: 9 }), 64),
  },
  "45 GB of zeros in bzip2": { name: "a.bz2", make: () => repeated(bzip2Zeros, 1000) },
  "2 GB of zeros in XZ": { name: "a.xz", make: () => xzOf(1000) },
  "4 GB of zeros in Zstandard": {
    name: "a.zst",
    make: () => repeated(zstdCompressSync(new Uint8Array(64 * megabyte)), 64),
  },
  "4 GB of zeros in a 7z archive": { name: "a.7z", make: () => sevenZipOf(2000), request: { select: "zeros" } },
  "4 GB of zeros in a ZIP member": { name: "a.zip", make: zipOfZeros, request: { select: "zeros" } },
  "a tar archive of 4 GB in gzip": {
    name: "a.tar.gz",
    make: () => concat([gzipSync(tarHead()), repeated(gzipSync(new Uint8Array(64 * megabyte)), 64)]),
  },
  "a tar archive of 45 GB in bzip2": { name: "a.tar.bz2", make: () => repeated(bzip2Zeros, 1000) },
  "gzip in gzip, a thousand deep": { name: "a.gz", make: () => nestedIn((inner) => gzipSync(inner), 1000) },
  "Zstandard in Zstandard, a thousand deep": {
    name: "a.zst",
    make: () => nestedIn((inner) => zstdCompressSync(inner), 1000),
  },
  "ZIP in ZIP, a thousand deep": {
    name: "a.zip",
    make: () => nestedIn((data) => buildZip([{ name: "a.zip", data }]), 1000),
    request: { select: Array.from({ length: 900 }, () => "a.zip").join("/") },
  },
  "sixteen ZIP files in each of sixteen ZIP files, six deep": {
    name: "42.zip",
    make: fortyTwo,
    request: { select: "0.zip/0.zip/0.zip/0.zip/0.zip/0.zip" },
  },
  "a ZIP file that contains itself": { name: "a.zip", make: quine, request: { select: "a.zip/a.zip/a.zip/a.zip" } },
  "a ZIP file whose members overlap": { name: "a.zip", make: overlapping, request: { select: "500" } },
  "a ZIP file whose members overlap, all of them read": { name: "a.xlsx", make: overlapping },
  "a ZIP file that lists 65 535 members": {
    name: "a.zip",
    make: () => buildZip(Array.from({ length: 65_535 }, (_, at) => ({ name: `${at}`, method: 0 }))),
  },
  "a ZIP file that claims two thousand million members": {
    name: "a.zip",
    make: () => buildZip([{ name: "a" }], { entryCount: 2_000_000_000 % 65_536, isWide: true }),
  },
  "a ZIP file whose comment holds its directory's signature ten thousand times": {
    name: "a.zip",
    make: () => buildZip([{ name: "a", data: "words" }], { comment: "PK\u0005\u0006".repeat(10_000) }),
  },
  "a ZIP member whose name is 65 000 characters long": {
    name: "a.zip",
    make: () => buildZip([{ name: `${"a/".repeat(32_000)}b`, data: "words" }]),
  },
  "a tar archive of 50 000 empty headers": {
    name: "a.tar",
    make: () => buildTar(Array.from({ length: 50_000 }, (_, at) => ({ name: `${at}` }))),
  },
  "a tar archive of headers about headers without end": {
    name: "a.tar",
    make: () =>
      buildTar(Array.from({ length: 20_000 }, () => ({ name: "x", type: "x", data: "20 comment=aaaaaaaa\n" }))),
  },
  "a tar archive with a long name of 8 GB": {
    name: "a.tar",
    make: () => buildTar([{ name: "x", type: "L", size: 8 * 2 ** 30 - 1 }]),
  },
  "a tar archive of folders in folders, a thousand deep": {
    name: "a.tar",
    make: () =>
      buildTar(
        Array.from({ length: 1000 }, (_, at) => ({
          name: "d/".repeat(at + 1),
          type: "5",
          pax: { path: "d/".repeat(at + 1) },
        })),
      ),
  },
  "brotli that nothing names": { name: "a.br", make: () => brotliCompressSync(new Uint8Array(64 * megabyte)) },
  "a gzip file with a header of 10 MB": {
    name: "a.gz",
    make: () => concat([Uint8Array.of(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3), new Uint8Array(10 * megabyte).fill(0x61)]),
  },
};

function nestedIn(pack: (bytes: Uint8Array) => Uint8Array, depth: number): Uint8Array {
  let bytes = utf8("the innermost words\n");
  for (let level = 0; level < depth; level += 1) bytes = new Uint8Array(pack(bytes));
  return bytes;
}

function tarHead(): Uint8Array {
  return buildTar([{ name: "zeros", size: 4096 * megabyte }]).slice(0, 512);
}

function zipOfZeros(): Uint8Array {
  const unit = deflateRawSync(new Uint8Array(64 * megabyte), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const packed = concat([repeated(unit, 64), deflateRawSync(new Uint8Array())]);
  return buildZip([{ name: "zeros", packed, lies: { bytes: 0xffff_fff0, crc32: 1 } }]);
}

/** 42.zip, as it became known: each layer has sixteen copies of the next one. */
function fortyTwo(): Uint8Array {
  let data = buildZip([{ name: "0.dll", data: new Uint8Array(megabyte) }]);
  for (let layer = 0; layer < 6; layer += 1) {
    const inner = data;
    data = buildZip(Array.from({ length: 16 }, (_, at) => ({ name: `${at}.zip`, data: inner })));
  }
  return data;
}

/** The only member is stored and begins where the file begins. */
function quine(): Uint8Array {
  const bytes = buildZip([
    { name: "a.zip", method: 0, packed: new Uint8Array(200), lies: { headerAt: 0, packedBytes: 300, bytes: 300 } },
  ]);
  bytes.copyWithin(36, 0, 200);
  return bytes;
}

/** David Fifield's bomb in its simple form: a thousand members over the same packed megabyte. */
function overlapping(): Uint8Array {
  const kernel = { name: "0", packed: new Uint8Array(deflateRawSync(new Uint8Array(megabyte))) };
  return buildZip([
    kernel,
    ...Array.from({ length: 999 }, (_, at) => ({
      ...kernel,
      name: `${at + 1}`,
      isOnlyListed: true,
      lies: { headerAt: 0, bytes: megabyte },
    })),
  ]);
}

/** An XZ file of one block, without a check of the content. */
function xzOf(chunks: number): Uint8Array {
  const blockHead = withSum(Uint8Array.of(2, 0, 0x21, 1, 0x18, 0, 0, 0));
  const data = concat([repeated(lzma2Zeros, chunks), Uint8Array.of(0)]);
  const unpadded = blockHead.length + data.length;
  const index = concat([Uint8Array.of(0, 1), variable(unpadded), variable(chunks * 2 * megabyte)]);
  const paddedIndex = withSum(concat([index, new Uint8Array(-index.length & 3)]));
  const footer = concat([numbers([4, paddedIndex.length / 4 - 1]), Uint8Array.of(0, 0)]);
  return concat([
    Buffer.from("fd377a585a000000ff12d941", "hex"),
    blockHead,
    data,
    new Uint8Array(-data.length & 3),
    paddedIndex,
    numbers([4, crc32(footer)]),
    footer,
    utf8("YZ"),
  ]);
}

function withSum(bytes: Uint8Array): Uint8Array {
  return concat([bytes, numbers([4, crc32(bytes)])]);
}

/** A number in groups of seven bits, the lowest first. */
function variable(value: number): Uint8Array {
  const groups: number[] = [];
  let rest = value;
  do {
    groups.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(groups);
}

/** A 7z archive of one file, `zeros`, packed with LZMA2 (7zFormat.txt of the LZMA SDK). */
function sevenZipOf(chunks: number): Uint8Array {
  const data = concat([repeated(lzma2Zeros, chunks), Uint8Array.of(0)]);
  const eight = (value: number): Uint8Array =>
    concat([Uint8Array.of(0xff), numbers([4, value % 2 ** 32], [4, Math.floor(value / 2 ** 32)])]);
  const name = Buffer.from("zeros\0", "utf16le");
  const header = concat([
    Uint8Array.of(1, 4, 6, 0, 1, 9),
    eight(data.length),
    Uint8Array.of(0),
    Uint8Array.of(7, 0x0b, 1, 0, 1, 0x21, 0x21, 1, 0x18, 0x0c),
    eight(chunks * 2 * megabyte),
    Uint8Array.of(0, 8, 0, 0),
    Uint8Array.of(5, 1, 0x11, name.length + 1, 0),
    name,
    Uint8Array.of(0, 0),
  ]);
  const start = concat([eight(data.length).slice(1), eight(header.length).slice(1), numbers([4, crc32(header)])]);
  return concat([Buffer.from("377abcaf271c0004", "hex"), numbers([4, crc32(start)]), start, data, header]);
}
