import { childOf, type XmlElement } from "@reader/office-kit/xml";

/** True if a property is on; `undefined` if it is absent (ISO/IEC 29500-1, 17.17.4). */
export function isOnElement(parent: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(parent, name);
  return found === undefined ? undefined : !/^(?:0|false|off|none)$/.test(found.attributes["w:val"] ?? "");
}
