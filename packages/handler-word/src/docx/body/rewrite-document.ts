import { createYielder } from "@reader/core/internal";
import { createChanges } from "../changes.ts";
import { createCommentAnchors } from "../comment-anchors.ts";
import { commentLine } from "../comments.ts";
import { readMammothTree } from "../mammoth/read-mammoth-tree.ts";
import { readNumbering } from "../numbering.ts";
import { createBlocks } from "../rewrite/blocks.ts";
import { FieldCodes } from "../rewrite/field-codes.ts";
import { rewriteNotes } from "../rewrite/rewrite-notes.ts";
import type { Counts, Rewriting } from "../rewrite/rewriting.ts";
import { createSigns, type Signs } from "../signs.ts";
import { readStyles } from "../styles.ts";
import { element, type WordElement } from "../tree.ts";
import type { WordDocument } from "../word-document.ts";
import { createSlices, type BodySlice, type SliceSizes } from "./body-slices.ts";
import { readBody, readBodyQuickly, type BodyPart, type BodyReader } from "./read-body.ts";
import type { NotePart, SliceSurroundings } from "./slice-package.ts";

/** A document as mammoth gets it, and what its signs stand for. */
export interface RewrittenDocument extends SliceSurroundings {
  readonly slices: BodySlice[];
  readonly signs: Signs;
  readonly changes: readonly string[];
  readonly changeCount: number;
  readonly counts: Counts;
  /** Comments that are anchored nowhere. */
  readonly looseComments: readonly string[];
}

interface Parts {
  readonly sizes: SliceSizes | undefined;
  readonly body: BodyPart;
  readonly notes: readonly (Omit<NotePart, "notes"> & { readonly root: WordElement })[];
  readonly breathe: () => Promise<void>;
}

/** How a document is read. */
export interface RewriteOptions {
  readonly signal: AbortSignal;
  /** For tests. */
  readonly sizes?: SliceSizes | undefined;
}

/** Reads the text of a document, and rewrites it. Throws `corrupt` and `too-large`, and the reason of the signal. */
export async function rewriteDocument(
  document: WordDocument,
  { signal, sizes }: RewriteOptions,
): Promise<RewrittenDocument> {
  const parts: Parts = {
    sizes,
    body: { bytes: (await document.parts.bytes(document.main)) ?? new Uint8Array(), name: document.main },
    notes: await notesOf(document),
    breathe: createYielder(signal),
  };
  const quickly = newBlocks(document, parts);
  if (await readBodyQuickly(parts.body, quickly)) return quickly.end();
  // Whatever was counted by then is to be counted anew.
  const strictly = newBlocks(document, parts);
  await readBody(parts.body, strictly);
  return strictly.end();
}

async function notesOf({ parts, noteParts, relationships }: WordDocument): Promise<Parts["notes"]> {
  const found: Parts["notes"][number][] = [];
  for (const { kind, name } of noteParts) {
    const bytes = await parts.bytes(name);
    if (bytes === undefined) continue;
    const root = readMammothTree(bytes, { part: name, makeElement: element, joinsText: true });
    found.push({ kind, root, links: relationships.get(name) ?? new Map() });
  }
  return found;
}

interface GrowingDocument extends BodyReader {
  end(): RewrittenDocument;
}

function newBlocks(document: WordDocument, { body, notes, sizes, breathe }: Parts): GrowingDocument {
  const rewriting = newRewriting(document);
  const noteParts = notes.map(({ root, ...note }) => ({ ...note, notes: rewriteNotes(root, rewriting, note.links) }));
  const links = document.relationships.get(document.main) ?? new Map();
  const blocks = createBlocks({ ...rewriting, relationships: links, isMain: true, change: undefined });
  const slices = createSlices(body.name, sizes);
  return {
    breathe,
    take(block) {
      blocks.add([block]);
      slices.add(blocks.take());
    },
    end() {
      slices.add(blocks.end());
      return rewritten(rewriting, slices.end(), { links, noteParts });
    },
  };
}

function newRewriting({ styles, numbering, comments, drawings, embedded }: WordDocument): Rewriting {
  return {
    styles: readStyles(styles),
    numbering: readNumbering(numbering),
    signs: createSigns(),
    changes: createChanges(),
    comments,
    drawings,
    embedded: embedded.names,
    counts: { headings: 0, hidden: 0, pictures: 0, tables: 0, objects: 0, equations: 0 },
    seenComments: new Set(),
    anchors: createCommentAnchors(),
    fields: new FieldCodes(),
    notes: new Set(),
  };
}

function rewritten(
  { signs, changes, counts, comments, seenComments }: Rewriting,
  slices: BodySlice[],
  surroundings: SliceSurroundings,
): RewrittenDocument {
  return {
    ...surroundings,
    slices,
    signs,
    counts,
    changes: changes.lines(),
    changeCount: changes.total,
    looseComments: [...comments].flatMap(([id, comment]) => (seenComments.has(id) ? [] : [commentLine(comment)])),
  };
}
