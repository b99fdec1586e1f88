import type { PDFDocument } from "mupdf";
import type { QuickColourSpace } from "../content/quick-resources.ts";
import { entriesIn, referenceIn } from "../tags/object-text.ts";
import { printedObject, printedValue } from "./printed-object.ts";

const byName: ReadonlyMap<string, QuickColourSpace> = new Map([
  ["/DeviceGray", "gray"],
  ["/G", "gray"],
  ["/CalGray", "gray"],
  ["/DeviceRGB", "rgb"],
  ["/RGB", "rgb"],
  ["/CalRGB", "rgb"],
  ["/DeviceCMYK", "cmyk"],
  ["/CMYK", "cmyk"],
  ["/Pattern", "pattern"],
]);

const byChannels: ReadonlyMap<string, QuickColourSpace> = new Map([
  ["1", "gray"],
  ["3", "rgb"],
  ["4", "cmyk"],
]);

/** The kind of a printed space of colours: its name, or an array with the name in front. */
export function colourSpaceIn(document: PDFDocument, text: string): QuickColourSpace {
  const family = /^\[?\s*(\/[^\s/[\]<(]+)/u.exec(text)?.[1] ?? "";
  if (family === "/ICCBased") return ofProfile(document, text);
  return byName.get(family) ?? "other";
}

function ofProfile(document: PDFDocument, text: string): QuickColourSpace {
  const number = referenceIn(/\d+ \d+ R/u.exec(text)?.[0]);
  const profile = number === undefined ? undefined : entriesIn(printedObject(document, number));
  const channels = profile === undefined ? "" : printedValue(document, profile.get("N"));
  return byChannels.get(channels) ?? "other";
}
