/** A file that a text holds in uuencode. */
interface UuencodedFile {
  readonly name: string;
  /** The content, or `undefined` if its end is missing. */
  readonly bytes: Uint8Array | undefined;
}

/** A text without the files in it. */
interface SplitText {
  readonly text: string;
  readonly files: readonly UuencodedFile[];
}

/** The line before a file: its permissions and its name (POSIX, uuencode). */
const beginning = /^begin(-base64)? [0-7]{3,4} (\S.*)$/;

/** Maximum number of characters of the line before a file. */
const maxBeginning = 500;

/** Maximum number of files of a text. */
const maxFiles = 1000;

/**
 * Splits a text and the files in it that programs before MIME wrote, from `begin 644 name` to `end`. A line in place of
 * each file names it. What has lines of another form between the two stays text, and so do files beyond the maximum.
 */
export function splitUuencoded(text: string): SplitText {
  if (!/^begin(?:-base64)? [0-7]{3,4} /m.test(text)) return { text, files: [] };
  const lines = text.split(/\r?\n/);
  const shown: string[] = [];
  const files: UuencodedFile[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [start, isBase64, name = ""] = files.length < maxFiles ? beginningOf(line) : [];
    const body = start === undefined ? undefined : bodyAfter(lines, at, isBase64 === undefined ? uuencode : base64);
    if (body === undefined) {
      shown.push(line);
      continue;
    }
    files.push({ name, bytes: body.bytes });
    shown.push(`[attached file: ${name}]`);
    at = body.end;
  }
  return { text: shown.join("\n"), files };
}

function beginningOf(line: string): readonly (string | undefined)[] {
  return line.length > maxBeginning ? [] : (beginning.exec(line.trimEnd()) ?? []);
}

/** How the lines of a file are written. */
interface LineForm {
  /** True if a line without bytes is before the end. */
  readonly hasLastLine: boolean;
  /** Returns the bytes of a line, or `undefined` if it has another form. The last line of a text may be cut off. */
  readonly decode: (line: string, isLast: boolean) => Uint8Array | undefined;
  readonly isEnd: (line: string) => boolean;
}

interface Body {
  /** The index of its last line. */
  readonly end: number;
  readonly bytes: Uint8Array | undefined;
}

/**
 * Reads a file whose first line is at an index, or returns `undefined` if no line of it has bytes. A file that the end
 * of the text cuts off has no bytes.
 */
function bodyAfter(lines: readonly string[], at: number, form: LineForm): Body | undefined {
  const pieces: Uint8Array[] = [];
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (form.isEnd(line)) return isWhole(pieces, form) ? { end: index, bytes: Buffer.concat(pieces) } : undefined;
    const bytes = form.decode(line, index === lines.length - 1);
    if (bytes === undefined) return undefined;
    pieces.push(bytes);
  }
  // Only a full line is no ordinary text in capitals.
  const isFile = (lines[at + 1]?.length ?? 0) >= fullLine && pieces.length > 1;
  return isFile ? { end: lines.length - 1, bytes: undefined } : undefined;
}

/** True if the lines before the end are those of a file: ordinary words may be decoded as well. */
function isWhole(pieces: readonly Uint8Array[], { hasLastLine }: LineForm): boolean {
  return pieces.some(({ length }) => length > 0) && (!hasLastLine || pieces.at(-1)?.length === 0);
}

/** Number of characters of a full line, of 45 bytes. */
const fullLine = 60;

/** Each character of a line of uuencode has six bits. Grave accents and spaces are zero; mail programs cut off the spaces. */
const uuencode: LineForm = {
  hasLastLine: true,
  isEnd: (line) => line.trimEnd() === "end",
  decode(line, isLast) {
    if (!/^[ -`]*$/.test(line)) return undefined;
    const length = sixBits(line, 0);
    const characters = Math.ceil(length / 3) * 4;
    // Some programs write a checksum after the content.
    if (line.length > characters + 2 || !(isLast || isComplete(line, length))) return undefined;
    const bytes = new Uint8Array(Math.ceil(length / 3) * 3);
    for (let group = 0; group * 4 < characters; group += 1) {
      const [a, b, c, d] = [1, 2, 3, 4].map((index) => sixBits(line, group * 4 + index)) as [
        number,
        number,
        number,
        number,
      ];
      bytes.set([(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d], group * 3);
    }
    return bytes.subarray(0, length);
  },
};

/** True if a line has all characters that its bytes need, or if the missing ones may be spaces that were cut off. */
function isComplete(line: string, bytes: number): boolean {
  if (line.length > Math.ceil((bytes * 4) / 3)) return true;
  return !line.includes("`") && !line.endsWith(" ");
}

function sixBits(line: string, at: number): number {
  return at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0;
}

const base64: LineForm = {
  hasLastLine: false,
  isEnd: (line) => /^={4}\s*$/.test(line),
  decode: (line) => (/^[\w+/]*={0,2}\s*$/.test(line) ? Buffer.from(line, "base64") : undefined),
};
