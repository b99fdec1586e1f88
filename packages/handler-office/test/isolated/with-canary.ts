import { readFileSync } from "node:fs";
import type { Handler } from "@reader/core";
import type { HandlerDescription } from "@reader/isolate";
import { collect } from "@reader/testkit";

const fixtures = new URL("../../../../fixtures/", import.meta.url);

/** A sound file of each handler that has fixtures, by its path in them. */
const soundFiles: Readonly<Record<string, string>> = {
  docx: "docx/made-by-pandoc/input.docx",
  xlsx: "xlsx/saved-by-libreoffice/input.xlsx",
  pptx: "pptx/one-of-everything/input.pptx",
  odt: "odt/report-libreoffice/input.odt",
  ods: "ods/libreoffice-book/input.ods",
  odp: "odp/libreoffice/input.odp",
  epub: "epub/pandoc-book/input.epub",
  rtf: "rtf/report-libreoffice/input.rtf",
  doc: "doc/report-libreoffice/input.doc",
  xls: "xls/libreoffice-book/input.xls",
  ppt: "ppt/slides/input.ppt",
  csv: "csv/plain/input.csv",
};

/** Characters of a canary's text that are looked at. */
const knownLength = 20;

/** The names of the handlers that have fixtures. */
export const formats: readonly string[] = Object.keys(soundFiles);

/** The bytes of the sound file of a handler. */
export function soundFile(handlerName: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(soundFiles[handlerName] ?? handlerName, fixtures)));
}

/** Describes a handler with a canary that gives there what it gives here, so that few processes are replaced. */
export async function withCanary(handler: Handler): Promise<HandlerDescription> {
  const { name, mediaTypes, sniff, origin } = handler;
  const bytes = soundFile(name);
  const { text } = await collect(handler, bytes, { view: "text" });
  if (origin === undefined || text === "") throw new Error("The handler has no origin, or its canary no text.");
  const canary = { name: "canary", mediaType: mediaTypes[0] ?? name, bytes, text: text.slice(0, knownLength) };
  const outlines = handler.outline === undefined ? {} : { outlines: true as const };
  return { name, mediaTypes, origin, canary, ...outlines, ...(sniff === undefined ? {} : { sniff }) };
}
