import { findRecord, recordTypes, recordsIn, recordsOf, uint32At } from "@reader/office-kit/office-art";
import { outlineBullets, type OutlineBullets } from "./list-numbers.ts";
import { createTextCollector, type TextEntry } from "./text-entry.ts";

/** A slide, a master or a page of notes, as the document lists it. */
export interface ListedSlide {
  /** The number of the object that holds it. */
  readonly object: number;
  /** The number by which others refer to it. */
  readonly id: number;
  /** The texts of its outline. */
  readonly outline: readonly TextEntry[];
}

/** The lists of a document by their instances ([MS-PPT], 2.4.14). */
export const slideLists = { slides: 0, masters: 1, notes: 2 } as const;

/** The slides, masters or notes of a document in their order. */
export function listedSlides(document: Uint8Array, instance: number): readonly ListedSlide[] {
  const listed: (Omit<ListedSlide, "outline"> & { readonly texts: ReturnType<typeof createTextCollector> })[] = [];
  for (const list of recordsOf(document, recordTypes.slideList)) {
    if (list.instance !== instance) continue;
    for (const record of recordsIn(list.body)) {
      if (record.type !== recordTypes.slidePersist) listed.at(-1)?.texts.add(record);
      else
        listed.push({ object: uint32At(record.body, 0), id: uint32At(record.body, 12), texts: createTextCollector() });
    }
  }
  const said = outlineBullets(findRecord(document, recordTypes.list)?.body);
  const bySlide = new Map<number, OutlineBullets[]>();
  for (const each of said) {
    const before = bySlide.get(each.slide) ?? [];
    bySlide.set(each.slide, before);
    before.push(each);
  }
  return listed.map(({ object, id, texts }) => ({ object, id, outline: withBullets(texts.entries, bySlide.get(id)) }));
}

/** Of several texts of one kind, the first has what is said first. */
function withBullets(outline: readonly TextEntry[], said: readonly OutlineBullets[] = []): readonly TextEntry[] {
  const left = [...said];
  return outline.map((entry) => {
    const at = left.findIndex(({ kind }) => kind === entry.kind);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? entry : { ...entry, bullets: found.bullets };
  });
}
