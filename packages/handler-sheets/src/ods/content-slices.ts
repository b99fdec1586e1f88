/** The positions of the sheets in the XML of a spreadsheet. */
export interface ContentSlices {
  /** A start tag that declares every prefix, and its end tag. A slice between them is well-formed. */
  readonly opening: string;
  readonly closing: string;
  /** The bytes of each sheet, in order. */
  readonly sheets: readonly Uint8Array[];
  /** The XML before the first sheet, which has the styles. */
  readonly head: Uint8Array;
  /** The XML after the last sheet, which has the names. */
  readonly tail: Uint8Array;
}

const tableNamespace = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";

/** Finds the sheets by searching for their tags, which is about 100 times faster than parsing the XML. */
export function sliceContent(content: Uint8Array): ContentSlices {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const declarations = namespacesIn(bytes);
  const prefix =
    /xmlns:([\w.-]+)=["']urn:oasis:names:tc:opendocument:xmlns:table:1\.0["']/.exec(declarations)?.[1] ?? "table";
  const spans = outermost(bytes, `<${prefix}:table `, `</${prefix}:table>`);
  return {
    opening: `<sheets ${declarations}>`,
    closing: "</sheets>",
    sheets: spans.map(({ start, end }) => bytes.subarray(start, end)),
    head: bytes.subarray(0, spans[0]?.start ?? bytes.length),
    tail: bytes.subarray(spans.at(-1)?.end ?? bytes.length),
  };
}

/** Number of bytes searched for namespace declarations. Programs declare all prefixes in the first tag. */
const declarationBytes = 64 * 1024;

function namespacesIn(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, declarationBytes);
  const found = new Map<string, string>([["xmlns:table", `xmlns:table="${tableNamespace}"`]]);
  for (const [declaration, name = ""] of start.matchAll(/(xmlns:[\w.-]+)=(?:"[^"<]*"|'[^'<]*')/g)) {
    found.set(name, declaration);
  }
  return [...found.values()].join(" ");
}

interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns the outermost elements. Tables can be nested, as in charts. */
function outermost(bytes: Buffer, open: string, close: string): readonly ByteSpan[] {
  const spans: ByteSpan[] = [];
  let depth = 0;
  let start = 0;
  let opened = bytes.indexOf(open);
  let closed = bytes.indexOf(close);
  while (opened >= 0 || closed >= 0) {
    if (opened >= 0 && (opened < closed || closed < 0)) {
      if (depth === 0) start = opened;
      depth += 1;
      opened = bytes.indexOf(open, opened + open.length);
      if (closed < 0) break;
    } else {
      depth -= 1;
      if (depth === 0) spans.push({ start, end: closed + close.length });
      depth = Math.max(0, depth);
      closed = bytes.indexOf(close, closed + close.length);
    }
  }
  // A truncated sheet is read up to its end and then reported as damaged.
  return depth > 0 ? [...spans, { start, end: bytes.length }] : spans;
}
