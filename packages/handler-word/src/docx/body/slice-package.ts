import type { Relationship } from "@reader/office-kit/package";
import type { MammothInput } from "../mammoth/mammoth-engine.ts";
import { element, type WordElement } from "../tree.ts";
import { linksIn, type BodySlice } from "./body-slices.ts";

/** Where the links of a part lead to, by identifier. */
export type Links = ReadonlyMap<string, Relationship>;

/** The notes of a document, as mammoth gets them. */
export interface NotePart {
  readonly kind: "footnote" | "endnote";
  readonly notes: ReadonlyMap<string, WordElement>;
  readonly links: Links;
}

/** What slices are made packages with. */
export interface SliceSurroundings {
  readonly links: Links;
  readonly noteParts: readonly NotePart[];
}

/** A package with one slice of a document and no more than it refers to, for mammoth. */
export function slicePackage(slice: BodySlice, { links, noteParts }: SliceSurroundings): Omit<MammothInput, "options"> {
  const trees = new Map<string, WordElement>([
    ["word/document.xml", element("w:document", {}, [element("w:body", {}, slice.blocks)])],
    ["word/_rels/document.xml.rels", linkTree(slice.links, links)],
  ]);
  for (const { kind, notes, links: noteLinks } of noteParts) {
    const wanted = [...notes].flatMap(([id, note]) => (slice.notes.has(`${kind} ${id}`) ? [note] : []));
    if (wanted.length === 0) continue;
    trees.set(`word/${kind}s.xml`, element(`w:${kind}s`, {}, wanted));
    trees.set(`word/_rels/${kind}s.xml.rels`, linkTree(linksIn(wanted), noteLinks));
  }
  return {
    names: [...trees.keys()],
    part: () => Promise.resolve(nothing),
    rewrite: (name, root) => trees.get(name) ?? root,
  };
}

/** Stands for the bytes of every part, whose tree is there already. */
const nothing: Uint8Array = new TextEncoder().encode("<nothing/>");

function linkTree(ids: ReadonlySet<string>, links: Links): WordElement {
  const targets = [...ids].flatMap((id) => {
    const target = links.get(id)?.target;
    return target === undefined ? [] : [element("relationships:Relationship", { Id: id, Target: target })];
  });
  return element("relationships:Relationships", {}, targets);
}
