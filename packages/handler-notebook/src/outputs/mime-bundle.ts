import { field, isRecord, textOf } from "../document/parse.ts";

/** The representations of one result, by media type in lower case without parameters. */
export type MimeBundle = ReadonlyMap<string, unknown>;

/** Media types by their short names in nbformat 1 to 3. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ["text", "text/plain"],
  ["html", "text/html"],
  ["latex", "text/latex"],
  ["json", "application/json"],
  ["javascript", "application/javascript"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["pdf", "application/pdf"],
]);

/** Returns the representations of an output. Empty for outputs without any, such as streams. */
export function bundleOf(output: unknown): MimeBundle {
  const data = field(output, "data");
  if (isRecord(data)) return bundleOfData(data);
  if (!isRecord(output)) return new Map();
  const entries = Object.entries(output).map(([name, value]) => [oldNames.get(name) ?? name, value] as const);
  return new Map(entries.filter(([type]) => type.includes("/")));
}

/** Returns the representations in an object whose keys are media types, such as an attachment. */
export function bundleOfData(data: unknown): MimeBundle {
  if (!isRecord(data)) return new Map();
  return new Map(Object.entries(data).map(([type, value]) => [baseType(type), value]));
}

/** Returns the text of a representation, or `undefined` if it is missing or blank. */
export function textIn(bundle: MimeBundle, type: string): string | undefined {
  const text = textOf(bundle.get(type));
  return text.trim() === "" ? undefined : text;
}

function baseType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}
