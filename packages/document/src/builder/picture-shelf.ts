import { inlineMark } from "@reader/core/render";
import type { PictureStart } from "../content/picture-event.ts";

/** A picture of a document, loaded only when it is shown. */
export interface FlowPicture {
  /** Its name in the file, or what there is in place of one; the ending tells the kind. */
  readonly name: string;
  readonly alt: string;
  /** Its bytes; undefined where they cannot be had. */
  load(): Promise<Uint8Array | undefined>;
  /** Its first bytes, where loading all of it is dear; undefined where it is not. */
  readonly start?: () => Promise<PictureStart | undefined>;
}

/** The pictures of a document by the names that its text calls them. */
export interface PictureShelf {
  /** Keeps a picture that can be shown, and gives its name; gives words that stand for any other. */
  put(picture: FlowPicture): { readonly source: string } | { readonly words: string };
  /** Takes a picture out. */
  take(source: string): FlowPicture | undefined;
  /** How many were put, shown or not. */
  readonly count: number;
}

/** Endings of what models take. */
const taken = /\.(?:png|jpe?g|gif|webp)$/i;

/** A shelf with nothing on it; `shown` tells by their names what pictures can be shown. */
export function createPictureShelf(shown: RegExp = taken): PictureShelf {
  const kept = new Map<string, FlowPicture>();
  let count = 0;
  let sources = 0;
  return {
    get count() {
      return count;
    },
    put(picture) {
      count += 1;
      if (!shown.test(picture.name)) return { words: wordsFor(picture) };
      sources += 1;
      const source = `image ${sources}`;
      kept.set(source, picture);
      return { source };
    },
    take(source) {
      const picture = kept.get(source);
      kept.delete(source);
      return picture;
    },
  };
}

function wordsFor({ name, alt }: FlowPicture): string {
  const kind = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  const what = kind === undefined ? "picture" : `${kind} picture`;
  return inlineMark(`${what}, not shown`, [], alt);
}
