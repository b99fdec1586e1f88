/**
 * The ranges of standards that list Chinese characters in everyday use apart from the others: the first level of JIS X
 * 0208, of GB 2312 and of Big5, of which sound text in Japanese and Chinese nearly consists.
 */
const standards = [
  { encoding: "euc-jp", rows: [0xb0, 0xcf] },
  { encoding: "gbk", rows: [0xb0, 0xd7] },
  { encoding: "big5", rows: [0xa4, 0xc6] },
] as const;

let everyday: ReadonlySet<string> | undefined;

/** Returns the number of Chinese characters in texts that are in everyday use nowhere; 0 if decoders are missing. */
export function countRareHan(texts: readonly string[]): number {
  everyday ??= everydayHan();
  if (everyday.size === 0) return 0;
  let count = 0;
  for (const text of texts) {
    for (const [character] of text.matchAll(/\p{Script=Han}/gu)) if (!everyday.has(character)) count += 1;
  }
  return count;
}

function everydayHan(): ReadonlySet<string> {
  try {
    return new Set(standards.flatMap(({ encoding, rows }) => Array.from(decodedRows(encoding, rows))));
  } catch (error) {
    // A Node without the data of ICU has only the decoders of UTF-8 and UTF-16.
    if (error instanceof RangeError) return new Set();
    throw error;
  }
}

function decodedRows(encoding: string, [first, last]: readonly [number, number]): string {
  const bytes: number[] = [];
  for (let row = first; row <= last; row += 1) {
    for (let cell = 0x40; cell <= 0xfe; cell += 1) {
      const isInBothParts = encoding === "big5" && cell <= 0x7e;
      if (cell >= 0xa1 || isInBothParts) bytes.push(row, cell);
    }
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}
