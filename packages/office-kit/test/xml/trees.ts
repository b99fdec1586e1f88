import { memorySource, mockContext } from "@reader/testkit";
import { openPackage, type OfficePackage } from "../../src/package/office-package.ts";
import type { XmlElement } from "../../src/xml/xml-tree.ts";
import { corpusBytes, corpusFiles, corpusFolders } from "../support/corpus.ts";

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What a reader makes of a part, or the words of its error; runs of text count as one, however they come. */
export function resultOf(read: (bytes: Uint8Array, part: string) => XmlElement, bytes: Uint8Array): unknown {
  try {
    return joined(read(bytes, "part"));
  } catch (error) {
    return String(error);
  }
}

function joined({ name, attributes, children }: XmlElement): unknown {
  const nodes: unknown[] = [];
  for (const child of children) {
    const last = nodes.at(-1);
    if (child === "") continue;
    if (typeof child === "string" && typeof last === "string") nodes[nodes.length - 1] = last + child;
    else nodes.push(typeof child === "string" ? child : joined(child));
  }
  return { name, attributes: { ...attributes }, nodes };
}

const packages = /\.(?:docx|docm|xlsx|xlsm|pptx|pptm|odt|ods|odp)$/i;

/** Every third package is opened, and of each the first parts; larger ones would take minutes. */
const step = 3;
const maxParts = 40;
const maxBytes = 100_000;

/** A part of a document. */
export interface CorpusPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** XML parts of office documents in the corpus: a sample, the same one always. */
export async function* corpusParts(): AsyncGenerator<CorpusPart> {
  for (const [at, name] of corpusFiles(packages, corpusFolders).entries()) {
    if (at % step === 0) yield* partsOf(name);
  }
}

async function* partsOf(file: string): AsyncGenerator<CorpusPart> {
  const opened = await opening(memorySource(file, corpusBytes(file)));
  const entries = opened?.zip.entries.filter(
    ({ name, bytes: size }) => /\.(?:xml|rels)$/i.test(name) && size < maxBytes,
  );
  for (const { name } of (entries ?? []).slice(0, maxParts)) {
    const part = await opened?.bytes(name).catch(() => undefined);
    if (part !== undefined) yield { name: `${name} of ${file}`, bytes: part };
  }
}

/** Damaged packages have no parts. */
function opening(source: ReturnType<typeof memorySource>): Promise<OfficePackage | undefined> {
  return openPackage(source, mockContext()).catch(() => undefined);
}
