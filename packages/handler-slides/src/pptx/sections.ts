import { findAll } from "@reader/office-kit/drawing";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";

/** The names of the sections by the identifiers of their slides ([MS-PPTX], 2.5.13). */
export function sectionsIn(root: XmlElement): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (const list of findAll(childOf(root, "p:extLst"), "p14:sectionLst")) {
    for (const section of childrenOf(list, "p14:section")) {
      const name = (section.attributes["name"] ?? "").replaceAll(/\s+/gu, " ").trim();
      for (const slide of childrenOf(childOf(section, "p14:sldIdLst"), "p14:sldId")) {
        sections.set(slide.attributes["id"] ?? "", name);
      }
    }
  }
  return sections;
}
