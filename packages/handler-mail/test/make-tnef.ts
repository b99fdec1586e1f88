/** A property: its tag (`1000001f` is a body in UTF-16), and its value. */
export type TnefProperty = readonly [tag: string, value: string | number | Uint8Array];

function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Encodes properties (MS-OXTNEF, 2.1.3.4). Those from `8000` on get a name. */
export function propertyList(...properties: readonly TnefProperty[]): Uint8Array {
  const all = properties.map(([tag, value]) => {
    const name = tag >= "8" ? Buffer.concat([Buffer.alloc(16), number(1), number(3), padded(Buffer.from("abc"))]) : "";
    const start = Buffer.concat([number(Number.parseInt(tag, 16)), Buffer.from(name)]);
    if (typeof value === "number") return Buffer.concat([start, number(value)]);
    const bytes = typeof value === "string" ? Buffer.from(value, tag.endsWith("001e") ? "latin1" : "utf16le") : value;
    return Buffer.concat([start, number(1), number(bytes.length), padded(bytes)]);
  });
  return Buffer.concat([number(properties.length), ...all]);
}

/** An attribute: its identifier with its type, and its content. */
export function attribute(id: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([1]), number(id), number(content.length), content, Buffer.alloc(2)]);
}

/** Writes a file in TNEF. */
export function tnef(...attributes: readonly Uint8Array[]): Buffer {
  return Buffer.concat([number(0x22_3e_9f_78), Buffer.alloc(2), ...attributes]);
}
