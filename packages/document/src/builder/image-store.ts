import { inlineMark } from "@reader/core/render";
import type { ImageStart } from "../content/image-event.ts";

/** An image of a document, loaded only when it is shown. */
export interface DocumentImage {
  /** Its file name or a substitute; the extension gives the type. */
  readonly name: string;
  readonly alt: string;
  /** Loads its bytes; `undefined` if they are not available. */
  load(): Promise<Uint8Array | undefined>;
  /** Loads its first bytes. Absent if loading the whole image is cheap. */
  readonly start?: () => Promise<ImageStart | undefined>;
}

/** The images of a document, by the source that its text uses for them. */
export interface ImageStore {
  /** Stores an image and returns its source, or returns placeholder text if the image cannot be shown. */
  put(image: DocumentImage): { readonly source: string } | { readonly words: string };
  /** Returns an image and removes it. */
  take(source: string): DocumentImage | undefined;
  /** Number of images added, including those that cannot be shown. */
  readonly count: number;
}

/** File extensions of the image types that models accept. */
const taken = /\.(?:png|jpe?g|gif|webp)$/i;

/** Creates an empty store. `shown` matches the names of images that can be shown. */
export function createImageStore(shown: RegExp = taken): ImageStore {
  const kept = new Map<string, DocumentImage>();
  let count = 0;
  let sources = 0;
  return {
    get count() {
      return count;
    },
    put(image) {
      count += 1;
      if (!shown.test(image.name)) return { words: wordsFor(image) };
      sources += 1;
      const source = `image ${sources}`;
      kept.set(source, image);
      return { source };
    },
    take(source) {
      const image = kept.get(source);
      kept.delete(source);
      return image;
    },
  };
}

function wordsFor({ name, alt }: DocumentImage): string {
  const kind = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  const what = kind === undefined ? "image" : `${kind} image`;
  return inlineMark(`${what}, not shown`, [], alt);
}
