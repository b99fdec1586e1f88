import type { HandlerContext, Source } from "@reader/core/handler";
import { storedZip, type StoredMember, sourceOfBytes } from "../package/stored-zip.ts";
import { flatKindOf } from "./flat-kind.ts";
import { readWordml } from "./read-wordml.ts";
import { createSax, type SaxAttribute, type SaxListener } from "../xml/sax.ts";
import { declaredPrefix } from "../xml/xml-names.ts";
import { readFlatFile, type FlatFile } from "./flat-file.ts";
import { createXmlWriter, type XmlWriter } from "./xml-writer.ts";

/** Number of bytes from which the kind is detected, as many as the reader passes to detection. */
const headBytes = 4096;

/**
 * Returns the package in a source: the source itself, or, for a document in one XML file, a package built in memory.
 * Throws `corrupt` for XML that is not well-formed, and `too-large` above `budget.maxInputBytes`.
 */
export async function packedSource(source: Source, { signal }: Pick<HandlerContext, "signal">): Promise<Source> {
  const [first, second] = await source.head(2);
  const kind = first === 0x50 && second === 0x4b ? undefined : flatKindOf(await source.head(headBytes));
  if (kind === undefined) return source;
  const file = { bytes: await source.bytes(), path: source.path, signal };
  const parts: readonly StoredMember[] = await (kind === "wordml" ? readWordml(file) : readPackage(file));
  return sourceOfBytes(source, storedZip(parts));
}

/** Returns the parts of a Flat OPC file (`pkg:package`), as Word and PowerPoint save it. */
async function readPackage(file: FlatFile): Promise<readonly StoredMember[]> {
  const listener = new PackageListener();
  await readFlatFile(file, createSax(file.path, listener));
  return listener.parts;
}

/** Number of elements around the root of a part: `pkg:package/pkg:part/pkg:xmlData/*`. */
const partDepth = 3;

class PackageListener implements SaxListener {
  readonly parts: StoredMember[] = [];
  /** Namespace declarations outside a part, which its root lacks. */
  readonly #declared: (readonly SaxAttribute[])[] = [];
  #depth = 0;
  #name = "";
  #holds = "";
  #xml: XmlWriter | undefined;
  #base64: string[] = [];

  open(name: string, attributes: readonly SaxAttribute[]): void {
    this.#depth += 1;
    if (this.#depth > partDepth) {
      this.#openInPart(name, attributes);
      return;
    }
    this.#declared.push(attributes.filter((attribute) => declaredPrefix(attribute.name) !== undefined));
    const local = localOf(name);
    if (this.#depth === 2) this.#name = attributes.find((attribute) => localOf(attribute.name) === "name")?.value ?? "";
    if (this.#depth === partDepth) this.#holds = local;
  }

  close(): void {
    if (this.#depth > partDepth) this.#xml?.close();
    else this.#declared.pop();
    if (this.#depth === partDepth) this.#endPart();
    this.#depth -= 1;
  }

  text(characters: string): void {
    if (this.#depth > partDepth) this.#xml?.text(characters);
    else if (this.#holds === "binaryData") this.#base64.push(characters);
  }

  cdata(characters: string): void {
    this.text(characters);
  }

  #openInPart(name: string, attributes: readonly SaxAttribute[]): void {
    if (this.#holds !== "xmlData") return;
    const isRoot = this.#depth === partDepth + 1;
    this.#xml ??= createXmlWriter();
    const around = isRoot ? this.#declared.flat() : [];
    this.#xml.open(name, Object.fromEntries([...around, ...attributes].map((each) => [each.name, each.value])));
  }

  #endPart(): void {
    const bytes = this.#holds === "binaryData" ? Buffer.from(this.#base64.join(""), "base64") : this.#xml?.end();
    this.parts.push({ name: this.#name.replace(/^\/+/, ""), bytes: new Uint8Array(bytes ?? []) });
    this.#xml = undefined;
    this.#base64 = [];
    this.#holds = "";
  }
}

function localOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
