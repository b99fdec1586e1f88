import { crc32, deflateSync } from "node:zlib";

const encode = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Makes a grey PNG of 4 by 4 pixels with compressed comments (zTXt), each a keyword and a text of Latin 1. */
export function commentedPng(comments: readonly (readonly [keyword: string, text: string])[]): Uint8Array {
  const size = Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 0);
  const texts = comments.map(([keyword, text]) => {
    return chunk("zTXt", Buffer.concat([encode(`${keyword}\0\0`), deflateSync(encode(text))]));
  });
  return new Uint8Array(
    Buffer.concat([
      Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
      chunk("IHDR", size),
      ...texts,
      chunk("IDAT", deflateSync(new Uint8Array(20))),
      chunk("IEND", new Uint8Array()),
    ]),
  );
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([encode(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}
