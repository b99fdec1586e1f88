import type { QuickColourSpace } from "../base/quick-resources.ts";
import { referenceIn } from "../base/object-text.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { printedValue } from "../base/printed-object.ts";

const byName: ReadonlyMap<string, QuickColourSpace> = new Map([
  ["/DeviceGray", "gray"],
  ["/G", "gray"],
  ["/CalGray", "gray"],
  ["/DeviceRGB", "rgb"],
  ["/RGB", "rgb"],
  ["/CalRGB", "rgb"],
  ["/DeviceCMYK", "cmyk"],
  ["/CMYK", "cmyk"],
  ["/Separation", "tint"],
  ["/DeviceN", "tint"],
  ["/Pattern", "pattern"],
]);

const byChannels: ReadonlyMap<string, QuickColourSpace> = new Map([
  ["1", "gray"],
  ["3", "rgb"],
  ["4", "cmyk"],
]);

/** The kind of a printed space of colours: its name, or an array with the name in front. */
export function colourSpaceIn(shared: ResourceCache, text: string): QuickColourSpace {
  const family = /^\[?\s*(\/[^\s/[\]<(]+)/u.exec(text)?.[1] ?? "";
  if (family === "/ICCBased") return ofProfile(shared, text);
  return byName.get(family) ?? "other";
}

function ofProfile(shared: ResourceCache, text: string): QuickColourSpace {
  const number = referenceIn(/\d+ \d+ R/u.exec(text)?.[0]);
  const channels = number === undefined ? "" : printedValue(shared.document, shared.entries(number).get("N"));
  return byChannels.get(channels) ?? "other";
}
