import { imageHeaderBytes, findRecord, recordTypes, recordsOf, uint32At } from "@reader/office-kit/office-art";
import type { SlideImage } from "../slides/slide.ts";
import type { PptFile } from "./open-ppt.ts";

/** Finds the image with this number, from 1. */
export type FindImage = (number: number, alt: string) => SlideImage | undefined;

/** The position of an image's offset within its entry ([MS-ODRAW], 2.2.32). */
const offsetAt = 28;

/** The images of a file: the document lists them, and a separate stream contains them. */
export function createImages({ document, streams, image: imageAt }: PptFile): FindImage {
  const store = findRecord(document, recordTypes.drawingGroup, recordTypes.drawingStore, recordTypes.imageStore);
  const entries = recordsOf(store?.body, recordTypes.imageEntry);
  let stream: Uint8Array | undefined;
  return (number, alt) => {
    const entry = entries[number - 1];
    if (entry === undefined) return undefined;
    stream ??= streams.find("Pictures") ?? new Uint8Array();
    const image = imageAt(stream, uint32At(entry.body, offsetAt));
    const extension = extensions.get(image?.type ?? 0);
    if (image === undefined || extension === undefined) return undefined;
    const { type, body } = image;
    const start = imageHeaderBytes(image).reduce((sum, length) => sum + length, 0);
    return {
      type: "image",
      name: `image-${number}.${extension}`,
      alt,
      load: () => Promise.resolve(bitmapTypes.has(type) ? body.subarray(start) : undefined),
    };
  };
}

/** Image types ([MS-ODRAW], 2.2.23). */
const extensions: ReadonlyMap<number, string> = new Map([
  [0xf01a, "emf"],
  [0xf01b, "wmf"],
  [0xf01c, "pict"],
  [0xf01d, "jpg"],
  [0xf01e, "png"],
  [0xf01f, "bmp"],
  [0xf029, "tiff"],
  [0xf02a, "jpg"],
]);

const bitmapTypes: ReadonlySet<number> = new Set([0xf01d, 0xf01e, 0xf02a]);
