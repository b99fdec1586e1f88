import { listIn } from "../base/object-text.ts";

/** From so many children on, their places are looked up in a map. */
const manyChildren = 16;

/** The children of an element (its `K`, printed): other elements, and the numbers of marked content. */
export class Children {
  readonly #references: readonly number[];
  readonly #contents: readonly number[];
  #known: ReadonlySet<number> | undefined;
  #places: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    const { references, numbers } = listIn(text);
    this.#references = references;
    this.#contents = numbers;
  }

  /** The place of an element by the number of its object, or -1. */
  placeOf(number: number): number {
    if (this.#references.length < manyChildren) return this.#references.indexOf(number);
    this.#places ??= placesOf(this.#references);
    return this.#places.get(number) ?? -1;
  }

  /** Whether marked content is among them by its bare number. */
  has(mcid: number): boolean {
    if (this.#contents.length < manyChildren) return this.#contents.includes(mcid);
    this.#known ??= new Set(this.#contents);
    return this.#known.has(mcid);
  }
}

/** The first place counts. */
function placesOf(references: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, number] of references.entries()) if (!places.has(number)) places.set(number, place);
  return places;
}
