import { deflateSync } from "node:zlib";

const namespaces = Object.entries({
  office: "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
  text: "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
  table: "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
  style: "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
  fo: "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
  draw: "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
  svg: "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
  meta: "urn:oasis:names:tc:opendocument:xmlns:meta:1.0",
  dc: "http://purl.org/dc/elements/1.1/",
  xlink: "http://www.w3.org/1999/xlink",
  form: "urn:oasis:names:tc:opendocument:xmlns:form:1.0",
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(" ");

/** The parts of a flat OpenDocument text; those that are left out are empty. */
export interface FlatParts {
  readonly meta?: string;
  readonly styles?: string;
  readonly automaticStyles?: string;
  readonly masterStyles?: string;
}

/** A flat OpenDocument text with this body. */
export function flatDocument(body: string, parts: FlatParts = {}): Uint8Array {
  const { meta = "", styles = "", automaticStyles = "", masterStyles = "" } = parts;
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">` +
      `<office:meta>${meta}</office:meta><office:styles>${styles}</office:styles>` +
      `<office:automatic-styles>${automaticStyles}</office:automatic-styles>` +
      `<office:master-styles>${masterStyles}</office:master-styles>` +
      `<office:body><office:text>${body}</office:text></office:body></office:document>\n`,
  );
}

/** A list style whose levels are numbered in these formats, with a point behind. */
export function listStyle(name: string, ...formats: readonly string[]): string {
  const levels = formats.map(
    (format, index) =>
      `<text:list-level-style-number text:level="${index + 1}" style:num-suffix="." style:num-format="${format}" text:display-levels="${index + 1}"/>`,
  );
  return `<text:list-style style:name="${name}">${levels.join("")}</text:list-style>`;
}

/** A grey PNG of 2 × 2 pixels, in base64. */
export function pngBase64(): string {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([head, body, sum]);
  };
  const size = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0);
  const pixels = deflateSync(Uint8Array.of(0, 120, 140, 0, 160, 180));
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [signature, chunk("IHDR", size), chunk("IDAT", pixels), chunk("IEND", new Uint8Array())];
  return Buffer.concat(parts).toString("base64");
}

/** The sum of PNG, 5.5. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}
