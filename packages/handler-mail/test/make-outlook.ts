import { type Entry, burn } from "@kenjiuno/msgreader/lib/Burner.js";

/** Properties of an item by their tags: `0037001e` is a subject in eight bits. Numbers are those of four bytes. */
export type Properties = Readonly<Record<string, string | number | Uint8Array>>;

const types = { directory: 1, document: 2, root: 5 } as const;

/** Encodes a property: strings of type `001e` have one byte for each character. */
function bytesOf(tag: string, value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? Buffer.from(value, tag.endsWith("001e") ? "latin1" : "utf16le") : value;
}

/** The stream of properties (MS-OXMSG, 2.4): an entry for each, with the value of a number. */
function propertyStream(properties: Properties, headerBytes: number): Uint8Array {
  const entries = Object.entries(properties).map(([tag, value]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(Number.parseInt(tag, 16), 0);
    entry.writeUInt32LE(6, 4);
    entry.writeUInt32LE(typeof value === "number" ? value : bytesOf(tag, value).length, 8);
    return entry;
  });
  return Buffer.concat([Buffer.alloc(headerBytes), ...entries]);
}

/** Writes an Outlook item (MS-OXMSG) with its attachments. */
export function outlookItem(properties: Properties, attachments: readonly Properties[] = []): Uint8Array {
  const entries: Entry[] = [{ name: "Root Entry", type: types.root, length: 0, children: [] }];
  const add = (entry: Entry, parent: Entry): Entry => {
    parent.children?.push(entries.push(entry) - 1);
    return entry;
  };
  const addStream = (name: string, bytes: Uint8Array, parent: Entry): void => {
    add({ name, type: types.document, length: bytes.length, binaryProvider: () => Uint8Array.from(bytes) }, parent);
  };
  const addProperties = (all: Properties, headerBytes: number, parent: Entry): void => {
    addStream("__properties_version1.0", propertyStream(all, headerBytes), parent);
    for (const [tag, value] of Object.entries(all)) {
      if (typeof value !== "number") addStream(`__substg1.0_${tag.toUpperCase()}`, bytesOf(tag, value), parent);
    }
  };
  const [root] = entries as [Entry];
  addProperties({ "001a001e": "IPM.Note", ...properties }, 32, root);
  for (const [index, attachment] of attachments.entries()) {
    const name = `__attach_version1.0_#${index.toString().padStart(8, "0")}`;
    addProperties(attachment, 8, add({ name, type: types.directory, length: 0, children: [] }, root));
  }
  return burn(entries);
}
