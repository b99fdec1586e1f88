/** The segments that describe a picture come before the start of its scan. */
const startOfScan = 0xda;
const exifSegment = 0xe1;
const adobeSegment = 0xee;

/**
 * Whether a JPEG file looks alone as it looks inside a PDF file, which ignores an orientation and takes four colours
 * for print: it has neither an orientation nor four components.
 */
export function isPlainJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  for (let at = 2; bytes[at] === 0xff;) {
    const segment = segmentAt(bytes, at);
    if (segment === undefined) return false;
    if (segment.kind === startOfScan) return true;
    if (isTelling(segment)) return false;
    at += 4 + segment.content.length;
  }
  return false;
}

interface Segment {
  readonly kind: number;
  readonly content: Uint8Array;
}

/** A marker, the length of what follows with its own two bytes, and what follows. */
function segmentAt(bytes: Uint8Array, at: number): Segment | undefined {
  const [, kind, high, low] = bytes.subarray(at, at + 4);
  if (kind === undefined || high === undefined || low === undefined) return undefined;
  const length = (high << 8) | low;
  return length < 2 ? undefined : { kind, content: bytes.subarray(at + 4, at + 2 + length) };
}

/** Whether a segment changes how the picture looks where it is taken for itself. */
function isTelling({ kind, content }: Segment): boolean {
  if (kind === exifSegment) return true;
  if (kind === adobeSegment) return isTransformed(content);
  return isFrame(kind) && content[5] !== 1 && content[5] !== 3;
}

/** An Adobe segment that says RGB, which programs without it take for luminance and colour. */
function isTransformed(content: Uint8Array): boolean {
  return content.length >= 12 && content[11] === 0;
}

/** The segments that name the size and the components, whatever the way of coding. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}
