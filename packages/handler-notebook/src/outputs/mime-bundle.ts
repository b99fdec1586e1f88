import { field, isRecord, textOf } from "../document/values.ts";

/** The same result in several media types, in lower case and without parameters. */
export type MimeBundle = ReadonlyMap<string, unknown>;

/** The short names of nbformat 1 to 3 for the types that it knew. */
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

/** The representations of an output; empty for an output that has none, such as a stream. */
export function bundleOf(output: unknown): MimeBundle {
  const data = field(output, "data");
  if (isRecord(data)) return bundleOfData(data);
  if (!isRecord(output)) return new Map();
  const entries = Object.entries(output).map(([name, value]) => [oldNames.get(name) ?? name, value] as const);
  return new Map(entries.filter(([type]) => type.includes("/")));
}

/** The representations in an object whose keys are media types, such as an attachment. */
export function bundleOfData(data: unknown): MimeBundle {
  if (!isRecord(data)) return new Map();
  return new Map(Object.entries(data).map(([type, value]) => [baseType(type), value]));
}

/** The text of a representation; `undefined` where it is not there or empty. */
export function textIn(bundle: MimeBundle, type: string): string | undefined {
  const text = textOf(bundle.get(type));
  return text.trim() === "" ? undefined : text;
}

function baseType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}
