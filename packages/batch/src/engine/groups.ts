import type { PlannedDocument } from "../contract/document.ts";

/** Documents that are read one after the other, with one record of their beginning. */
export interface Group {
  readonly documents: readonly PlannedDocument[];
}

/** Limits of a group of small texts. */
const maxGroup = { documents: 32, bytes: 256 * 1024 };

/** Maximum size of a text that is read in a group, in bytes. */
const maxLightBytes = 64 * 1024;

/**
 * Divides documents into groups: small texts together, because a write for each would take longer than to read it, and
 * every other document alone. `isText` returns whether a path probably needs no process.
 */
export async function* groupsOf(
  documents: AsyncIterable<PlannedDocument>,
  isText: (path: string) => boolean,
): AsyncGenerator<Group, void, undefined> {
  let group: PlannedDocument[] = [];
  let bytes = 0;
  for await (const document of documents) {
    const isLight = document.size >= 0 && document.size <= maxLightBytes && isText(document.path);
    const isFull = group.length >= maxGroup.documents || bytes + document.size > maxGroup.bytes;
    if (group.length > 0 && isFull) {
      yield { documents: group };
      group = [];
      bytes = 0;
    }
    if (!isLight) {
      yield { documents: [document] };
      continue;
    }
    group.push(document);
    bytes += document.size;
  }
  if (group.length > 0) yield { documents: group };
}
