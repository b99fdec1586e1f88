import { gunzipSync } from "node:zlib";
import { ReadError } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { createTreeBuilder, createXmlReader, type XmlAttributes, type XmlElement } from "@reader/office-kit/xml";

/** The XML of a document, without the parts that no reader needs, which are most of it. */
export interface PrunedTree {
  readonly root: XmlElement;
  readonly styles: ParagraphStyles;
}

/** The names of paragraph and list styles by identifier. */
export interface ParagraphStyles {
  /** Returns the name of a style, or of the nearest parent that has one; empty if it is unknown. */
  nameOf(id: string | undefined): string;
}

/**
 * Elements that are left out with their content: styles, templates, thumbnails and the state of windows. They are named
 * without their prefix, which differs between the three programs.
 */
const leftOut: ReadonlySet<string> = new Set([
  "stylesheet",
  "printingss",
  "property-map",
  "theme-list",
  "master-slides",
  "section-prototypes",
  "prototype-drawables",
  "tabular-prototypes",
  "prototypes",
  "thumbnails",
  "thumbnail",
  "slprint-info",
  "window-configs",
  "ui-state",
  "style-browser-model",
  "calc-engine",
  "model-property-bag",
  "columns",
  "rows",
  "vertical-gridline-styles",
  "horizontal-gridline-styles",
  "masters-group",
  "wrap",
  "path",
  "events",
  "build-chunks",
]);

/** Maximum number of elements in the pruned tree: a table of a million cells has two for each. */
const maxElements = 4_000_000;

/** Number of bytes that are parsed before other work gets its turn. */
const stepBytes = 256 * 1024;

/** Parses the XML of a document, which may be compressed once more. Throws `corrupt` and `too-large`. */
export async function readPrunedTree(
  bytes: Uint8Array,
  { part, maxBytes, signal }: { readonly part: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<PrunedTree> {
  const xml = unzipped(bytes, part, maxBytes);
  const tree = createTreeBuilder();
  const styles = createStyles();
  let skipped = 0;
  let elements = 0;
  const reader = createXmlReader(part, {
    open(name, attributes) {
      if (skipped > 0 || leftOut.has(localName(name))) {
        if (styleNames.has(localName(name))) styles.add(attributes);
        skipped += 1;
        return;
      }
      elements += 1;
      if (elements > maxElements) throw tooLarge(part);
      tree.open(name, attributes);
    },
    close(name) {
      if (skipped > 0) skipped -= 1;
      else tree.close(name);
    },
    text(characters) {
      if (skipped === 0) tree.text(characters);
    },
  });
  const pause = createYielder(signal);
  for (let at = 0; at < xml.length; at += stepBytes) {
    reader.write(xml.subarray(at, at + stepBytes));
    await pause();
  }
  reader.end();
  const root = tree.root();
  if (root === undefined) throw new ReadError("corrupt", `${part} is empty.`);
  return { root, styles };
}

function unzipped(bytes: Uint8Array, part: string, maxBytes: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(part);
    throw new ReadError("corrupt", `${part} cannot be unpacked.`, { cause });
  }
}

function tooLarge(part: string): ReadError {
  return new ReadError("too-large", `${part} has more content than can be read.`, {
    hint: "Ask for an export as PDF, or for a part of the document.",
  });
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const styleNames: ReadonlySet<string> = new Set(["paragraphstyle", "liststyle"]);

interface CollectedStyle {
  readonly name: string;
  readonly parent: string | undefined;
}

/** Maximum number of parents of a style. */
const maxParents = 20;

function createStyles(): ParagraphStyles & { add(attributes: XmlAttributes): void } {
  const styles = new Map<string, CollectedStyle>();
  return {
    add(attributes) {
      const { "sf:name": name = "", "sf:ident": ident, "sfa:ID": id, "sf:parent-ident": parent } = attributes;
      const style = { name, parent };
      // The style sheet of the document comes first; those of templates have the same names.
      for (const key of [ident, id]) if (key !== undefined && !styles.has(key)) styles.set(key, style);
    },
    nameOf(id) {
      let style = styles.get(id ?? "");
      for (let count = 0; style !== undefined && count < maxParents; count += 1) {
        if (style.name !== "") return style.name;
        style = styles.get(style.parent ?? "");
      }
      return "";
    },
  };
}
