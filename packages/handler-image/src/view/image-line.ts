import type { HandlerContext } from "@reader/core/handler";
import { escapeName, scaleWords } from "@reader/core/render";
import type { EncodedImage, Region } from "@reader/image-fit";
import { photoFacts } from "../exif/exif.ts";
import type { OpenedImage } from "../model/opened-image.ts";
import { seconds, sizeWords } from "../model/wording.ts";

/** Describes a file with several pages: `scan.tif · TIFF 1700×2200 · 12 pages`. */
export function documentLine({ name, image }: Omit<Showing, "context">): string {
  const facts = [...kindFacts(image), ...cameraFacts(image)];
  return [escapeName(name), `${image.format} ${sizeWords(image.size)}`, ...facts].join(" · ");
}

/** `photo.jpg · JPEG 4032×3024 · shown at 1568×1176 (multiply coordinates by 2.57) · taken 2024-05-01 12:30:00` */
export function imageLine({ name, image }: Showing, fitted: EncodedImage, region?: Region): string {
  const facts = [...kindFacts(image), ...shownFacts(fitted, region), ...cameraFacts(image)];
  return [escapeName(name), `${image.format} ${sizeWords(image.size)}`, ...facts].join(" · ");
}

/** The line of one page. */
export function pageLine(image: OpenedImage, fitted: EncodedImage, region?: Region): string {
  const size = { widthPx: fitted.originalWidthPx, heightPx: fitted.originalHeightPx };
  const whole = region === undefined ? `${image.format} ${sizeWords(size)}` : image.format;
  return [whole, ...shownFacts(fitted, region)].join(" · ");
}

/** Why an image is not shown. */
export type NotShown = "no-images" | "text-asked";

const notShownWords: Readonly<Record<NotShown, string>> = {
  "no-images": "it cannot be seen: this model takes no images",
  "text-asked": 'not shown: text was asked for; send view "image" to see it',
};

/** Describes an image that is not shown. */
export function notShownLine(showing: Showing, reason: NotShown): string {
  const more = isUnrecognised(showing)
    ? `; the package @reader/ocr would recognise text in it: \`npm install @reader/ocr\``
    : "";
  return `${documentLine(showing)} · ${notShownWords[reason]}${more}\n`;
}

/** True if a recogniser might find text in the image, and none is given. */
export function isUnrecognised({ image, context }: Showing): boolean {
  return context.recognise === undefined && (image.words ?? []).length === 0;
}

function kindFacts({ animation, count }: OpenedImage): readonly string[] {
  if (count === 1) return [];
  if (animation === undefined) return [`${count} pages`];
  const durationMs = animation.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
  return [`animation of ${count} frames, ${seconds(durationMs)}`];
}

/** Returns the shown region and size, and how to map coordinates to the file. */
function shownFacts(fitted: EncodedImage, region: Region | undefined): readonly string[] {
  const { widthPx, originalWidthPx } = fitted;
  const isScaled = widthPx !== originalWidthPx || fitted.heightPx !== fitted.originalHeightPx;
  const original = { widthPx: originalWidthPx, heightPx: fitted.originalHeightPx };
  const factor = isScaled ? scaleWords(original, fitted) : "";
  const shown = isScaled || region !== undefined ? `shown at ${sizeWords(fitted)}` : "";
  if (region === undefined) return isScaled ? [`${shown} (${factor})`] : [];
  const { xPx, yPx } = region;
  const shift = `add ${xPx},${yPx}`;
  return [
    `region ${xPx},${yPx},${region.widthPx},${region.heightPx}`,
    `${shown} (${isScaled ? `${factor}, then ${shift}` : `${shift} to coordinates`})`,
  ];
}

function cameraFacts({ exif }: OpenedImage): readonly string[] {
  if (exif === undefined) return [];
  const { taken, camera } = photoFacts(exif);
  return [...(taken === undefined ? [] : [`taken ${taken}`]), ...(camera === undefined ? [] : [escapeName(camera)])];
}

/** An image that is shown to a model. */
export interface Showing {
  readonly image: OpenedImage;
  /** The name of the file. */
  readonly name: string;
  readonly context: HandlerContext;
}

/** The part of an image that is shown. */
export interface Part {
  readonly page?: number;
  readonly region?: Region;
}
