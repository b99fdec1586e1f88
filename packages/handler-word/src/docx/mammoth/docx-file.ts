import { Buffer } from "node:buffer";
import type { MammothInput } from "./mammoth-engine.ts";
import type { MammothElement } from "./mammoth-node.ts";
import { partLookup } from "./part-names.ts";

/** A document as mammoth's modules see it: what `openArrayBuffer` in its `lib/zipfile.js` gives, and trees. */
export interface DocxFile {
  exists(name: string): boolean;
  /** The bytes of a part; as text where there is an encoding, `base64` or one of characters. */
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
  /** The tree of a part, ready for mammoth. */
  readTree(name: string): Promise<MammothElement>;
}

/** Reads a tree of the bytes of a part. */
export type ReadTree = (bytes: Uint8Array, name: string) => MammothElement;

/** A document whose parts are read when mammoth asks for them. */
export function createDocxFile(input: MammothInput, readTree: ReadTree): DocxFile {
  const exists = partLookup(input);
  const bytesOf = async (name: string): Promise<Uint8Array> => {
    const bytes = await input.part(name);
    if (bytes === undefined) throw new Error(`There is no ${name}.`);
    return bytes;
  };
  /** Relationships are asked for twice. */
  const relationships = new Map<string, Promise<MammothElement>>();
  const treeOf = async (name: string): Promise<MammothElement> => readTree(await bytesOf(name), name);
  return {
    exists,
    async read(name, encoding) {
      const bytes = await bytesOf(name);
      if (encoding === undefined) return bytes;
      if (encoding !== "base64") return new TextDecoder(encoding).decode(bytes);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
    },
    readTree(name) {
      if (!name.endsWith(".rels")) return treeOf(name);
      const known = relationships.get(name) ?? treeOf(name);
      relationships.set(name, known);
      return known;
    },
  };
}
