import { ownEntry } from "@reader/document/content";
import type { StoredMember } from "../../package/stored-zip.ts";
import { createXmlReader, type XmlAttributes, type XmlListener } from "../../xml/xml-reader.ts";
import { readFlatFile, type FlatFile } from "../flat-file.ts";
import { rules } from "./rules.ts";
import { WordmlParts } from "./wordml-parts.ts";

/**
 * The parts of a Word document that says the same as one in XML of Word 2003 (WordprocessingML 2003, "Office 2003 XML
 * Reference Schemas"), from which Office Open XML was made: most of its elements are the same, some have other names,
 * and notes, comments, headers and pictures stand where they are referred to.
 */
export async function readWordml(file: FlatFile): Promise<readonly StoredMember[]> {
  const parts = new WordmlParts();
  await readFlatFile(file, createXmlReader(file.path, listenerFor(parts)));
  return parts.end();
}

function listenerFor(parts: WordmlParts): XmlListener {
  /** What is to be done at the end of each open element. */
  const ends: (() => void)[] = [];
  /** Open elements around which all is left out. */
  let leftOut = 0;
  return {
    open(name, attributes) {
      const end = leftOut > 0 ? undefined : open(name, attributes, parts);
      if (end === undefined) leftOut += 1;
      ends.push(end ?? (() => void (leftOut -= 1)));
    },
    close: () => ends.pop()?.(),
    text(characters) {
      if (leftOut === 0) parts.text(characters);
    },
  };
}

/** Elements of Word and of drawings; what others wrap is read, and they are not. */
const isKept = /^[wvo]:/;

/** Opens an element, and gives what ends it; undefined for what is left out with all that is in it. */
function open(name: string, attributes: XmlAttributes, parts: WordmlParts): (() => void) | undefined {
  const rule = ownEntry(rules, name);
  if (rule !== undefined) return rule(attributes, parts);
  return isKept.test(name) ? parts.element(name, attributes) : () => undefined;
}
