import { describeImage, type InputLimits } from "@reader/image-fit";
import { commonPicture } from "../engine/engine-image.ts";
import type { Picture } from "../../model/opened-image.ts";

/** Opens a PNG, whose engine sees the first frame only. */
export async function openPng(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const description = await describeImage(bytes, { input });
  const picture = commonPicture(bytes, description, input);
  if (!description.isAnimatedPng) return picture;
  const { withFrames } = await import("./animated-png.ts");
  return withFrames(picture, bytes);
}
