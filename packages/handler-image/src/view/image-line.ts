import { escapeName, type HandlerContext, scaleWords } from "@reader/core/handler";
import type { EncodedImage, Region } from "@reader/image-fit";
import { photoFacts } from "../exif/exif.ts";
import type { Picture } from "../model/opened-image.ts";
import { seconds, sizeWords } from "../model/wording.ts";

/** What a file of several pages is: `scan.tif · TIFF 1700×2200 · 12 pages`. */
export function documentLine({ name, picture }: Omit<Showing, "context">): string {
  const facts = [...kindFacts(picture), ...cameraFacts(picture)];
  return [escapeName(name), `${picture.format} ${sizeWords(picture.size)}`, ...facts].join(" · ");
}

/** `photo.jpg · JPEG 4032×3024 · shown at 1568×1176 (multiply coordinates by 2.57) · taken 2024-05-01 12:30:00` */
export function pictureLine({ name, picture }: Showing, fitted: EncodedImage, region?: Region): string {
  const facts = [...kindFacts(picture), ...shownFacts(fitted, region), ...cameraFacts(picture)];
  return [escapeName(name), `${picture.format} ${sizeWords(picture.size)}`, ...facts].join(" · ");
}

/** The same of one page of several. */
export function pageLine(picture: Picture, fitted: EncodedImage, region?: Region): string {
  const size = { widthPx: fitted.originalWidthPx, heightPx: fitted.originalHeightPx };
  const whole = region === undefined ? `${picture.format} ${sizeWords(size)}` : picture.format;
  return [whole, ...shownFacts(fitted, region)].join(" · ");
}

/** Why a picture is not shown. */
export type Unseen = "no-images" | "text-asked";

const unseenWords: Readonly<Record<Unseen, string>> = {
  "no-images": "it cannot be seen: this model takes no images",
  "text-asked": 'not shown: text was asked for; send view "image" to see it',
};

/** What a picture is, for a model that does not see it. */
export function unseenLine(showing: Showing, reason: Unseen): string {
  const isPhoto = showing.context.recognise === undefined && (showing.picture.words ?? []).length === 0;
  const more = isPhoto ? "; the package @reader/ocr would recognise text in it" : "";
  return `${documentLine(showing)} · ${unseenWords[reason]}${more}\n`;
}

function kindFacts({ animation, count }: Picture): readonly string[] {
  if (count === 1) return [];
  if (animation === undefined) return [`${count} pages`];
  const durationMs = animation.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
  return [`animation of ${count} frames, ${seconds(durationMs)}`];
}

/** Which part is shown, how large, and how a point in it is found in the file. */
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

function cameraFacts({ exif }: Picture): readonly string[] {
  if (exif === undefined) return [];
  const { taken, camera } = photoFacts(exif);
  return [...(taken === undefined ? [] : [`taken ${taken}`]), ...(camera === undefined ? [] : [escapeName(camera)])];
}

/** A picture on its way to a model. */
export interface Showing {
  readonly picture: Picture;
  /** The name of the file. */
  readonly name: string;
  readonly context: HandlerContext;
}

/** Which part of a picture is shown. */
export interface Part {
  readonly page?: number;
  readonly region?: Region;
}
