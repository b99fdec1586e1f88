import { quoted } from "@reader/core/handler";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { partsOfType, relationshipsOf, treeIfReadable } from "./sheet-relationships.ts";

// Other files and data sources that a workbook refers to. They are named and never opened, because the file has their
// last known values.

/** Maximum number of linked workbooks and of connections. */
const maxNamed = 200;

/** The workbook part and its relationships. */
interface BookLinks {
  readonly root: XmlElement | undefined;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Lists the other workbooks that formulas refer to, by their numbers: `[1]Sheet1!A1` (ISO/IEC 29500-1, 18.14). */
export async function linkedBooks(
  office: OfficePackage,
  { root, relationships }: BookLinks,
): Promise<readonly string[]> {
  const parts = childrenOf(childOf(root, "externalReferences"), "externalReference");
  const named: string[] = [];
  for (const [index, { attributes }] of parts.slice(0, maxNamed).entries()) {
    const part = relationships.get(attributes["r:id"] ?? "")?.target;
    const links = await relationshipsOf(office, part);
    const book = [...links.values()].find(({ isExternal }) => isExternal);
    const target = book?.target ?? (part === undefined ? undefined : await ddeSource(office, part));
    if (target !== undefined) named.push(`[${index + 1}] ${quoted(target)}`);
  }
  return named;
}

/** Returns the program and the topic of a DDE link (18.14.4), which has no file. */
async function ddeSource(office: OfficePackage, part: string): Promise<string | undefined> {
  const link = childOf(await treeIfReadable(office, part), "ddeLink");
  if (link === undefined) return undefined;
  const { ddeService = "", ddeTopic = "" } = link.attributes;
  return `DDE ${ddeService}|${ddeTopic}`;
}

/** Connection types ([MS-OI29500] 2.1.672; ISO/IEC 29500-1, 18.13.1). */
const kinds: readonly string[] = [
  "connection",
  "ODBC source",
  "DAO database",
  "workbook or web query",
  "web page",
  "OLE DB source",
  "text file",
  "ADO recordset",
  "DSP source",
];

/** Lists the data connections of a workbook (18.13) with their kind and target. */
export async function dataConnections(office: OfficePackage, workbook: string): Promise<readonly string[]> {
  const named: string[] = [];
  for (const part of await partsOfType(office, workbook, "connections")) {
    const root = await treeIfReadable(office, part);
    for (const connection of childrenOf(root, "connection").slice(0, maxNamed)) named.push(connectionWords(connection));
  }
  return named.slice(0, maxNamed);
}

function connectionWords(connection: XmlElement): string {
  const { name = "", type } = connection.attributes;
  const kind = kinds[Number(type)] ?? "connection";
  const target = withoutSecrets(targetOfConnection(connection));
  return `${quoted(name)}: ${kind}${target === "" ? "" : ` ${quoted(target)}`}`;
}

/** The elements of a connection that have its target, and their attributes with it. */
const targets = [
  ["webPr", "url"],
  ["textPr", "sourceFile"],
  ["dbPr", "connection"],
] as const;

function targetOfConnection(connection: XmlElement): string {
  const found = targets.map(([element, attribute]) => childOf(connection, element)?.attributes[attribute]);
  return found.find((target) => target !== undefined) ?? connection.attributes["sourceFile"] ?? "";
}

/** Passwords in connection strings. */
const secret = /\b(password|pwd)\s*=\s*("[^"]*"|[^;]*)/gi;

function withoutSecrets(target: string): string {
  return target.replace(secret, "$1=…");
}
