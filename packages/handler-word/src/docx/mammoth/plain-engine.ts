import { Buffer } from "node:buffer";
import { storedZip, type StoredMember } from "@reader/office-kit/package";
import type { MammothEngine, MammothInput } from "./mammoth-engine.ts";
import type { MammothElement, MammothNode } from "./mammoth-node.ts";
import { resultOf } from "./mammoth-shape.ts";
import { partLookup } from "./part-names.ts";
import { readMammothTree } from "./read-mammoth-tree.ts";
import { writeMammothTree } from "./write-mammoth-tree.ts";
import { xmlPartsOf } from "./xml-parts.ts";

/** What this engine calls of mammoth. */
export interface PublishedMammoth {
  convertToHtml(input: { readonly buffer: Buffer }, options: object): Promise<unknown>;
}

/**
 * mammoth as it is published, on a ZIP file in memory that has the parts it reads. Each of them goes through our reader
 * first: mammoth's own has no limits.
 */
export function createPlainEngine(mammoth: PublishedMammoth): MammothEngine {
  return {
    isFast: false,
    async convert(input) {
      const zip = storedZip(await membersOf(input));
      const buffer = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
      const { value, messages } = resultOf(await mammoth.convertToHtml({ buffer }, input.options ?? {}));
      return { html: value, messages: messages.map(({ message }) => message) };
    },
  };
}

async function membersOf(input: MammothInput): Promise<readonly StoredMember[]> {
  const { names, part } = input;
  const xmlParts = await xmlPartsOf(input, (bytes, name) => read(bytes, name, false));
  const members: StoredMember[] = [];
  const add = async (name: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> => {
    const bytes = await part(name);
    if (bytes !== undefined) members.push({ name, bytes: change(bytes) });
  };
  for (const name of xmlParts) await add(name, (bytes) => checked(bytes, name, input));
  const isXml = partLookup({ ...input, names: xmlParts });
  for (const name of names) if (!isXml(name) && !/\.(?:xml|rels)$|\/$/i.test(name)) await add(name, (bytes) => bytes);
  return members;
}

/** The bytes of a part as mammoth may read them. */
function checked(bytes: Uint8Array, name: string, { rewrite }: MammothInput): Uint8Array {
  const root = read(bytes, name, rewrite !== undefined);
  return rewrite === undefined ? bytes : writeMammothTree(rewrite(name, root));
}

function read(bytes: Uint8Array, part: string, joinsText: boolean): MammothElement {
  return readMammothTree(bytes, { part, makeElement, joinsText });
}

function makeElement(
  name: string,
  attributes: MammothElement["attributes"],
  children: readonly MammothNode[],
): MammothElement {
  return { type: "element", name, attributes, children };
}
