import { Buffer } from "node:buffer";
import mammoth from "mammoth";
import { storedZip } from "@reader/office-kit/package";
import { loadMammoth } from "../../src/docx/mammoth/load-mammoth.ts";
import { createPlainEngine } from "../../src/docx/mammoth/plain-engine.ts";
import type { MammothEngine, MammothInput } from "../../src/docx/mammoth/mammoth-engine.ts";

/** The parts of a document, by their names. */
export type Parts = Readonly<Record<string, string>>;

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The namespaces that documents declare. */
export const namespaces: string = [
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`,
  `xmlns:r="${office}"`,
  `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`,
  `xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`,
  `xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`,
  `xmlns:v="urn:schemas-microsoft-com:vml"`,
  `xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`,
].join(" ");

/** A document with this content in its body; other parts are added or replaced. */
export function documentOf(body: string, others: Parts = {}): Parts {
  return {
    "_rels/.rels": relationshipsOf(`<Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/>`),
    "word/document.xml": `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...others,
  };
}

/** A part that says where another one leads to. */
export function relationshipsOf(content: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
}

/** One relationship of the main part. */
export function linkTo(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

/** A paragraph with one run. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A document as an engine gets it. */
export function inputOf(parts: Parts, more: Partial<MammothInput> = {}): MammothInput {
  const bytes = new Map(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  return { names: [...bytes.keys()], part: (name) => Promise.resolve(bytes.get(name)), ...more };
}

/** What mammoth, as everybody has it, makes of a document; the words of its error where it fails. */
export async function published(parts: Parts, options: object = {}): Promise<string> {
  const members = Object.entries(parts).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
  return publishedOf(storedZip(members), options);
}

/** The same, of the bytes of a file. */
export async function publishedOf(file: Uint8Array, options: object = {}): Promise<string> {
  try {
    return (await mammoth.convertToHtml({ buffer: Buffer.from(file) }, options)).value;
  } catch (error) {
    return `fails: ${String(error)}`;
  }
}

/** The HTML of an engine; `fails` where it fails. */
export async function htmlOf(engine: MammothEngine, input: MammothInput): Promise<string> {
  return (await engine.convert(input)).html;
}

/** mammoth as it is published, behind our reader. */
export const plainEngine: MammothEngine = createPlainEngine(mammoth);

/** Both engines, which must answer alike. */
export const engines: readonly (readonly [string, () => Promise<MammothEngine>])[] = [
  ["with our modules", loadMammoth],
  ["as it is published", () => Promise.resolve(plainEngine)],
];
