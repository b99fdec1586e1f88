import { describeImage, type InputLimits } from "@reader/image-fit";
import { engineImage } from "../engine/engine-image.ts";
import type { OpenedImage } from "../../model/opened-image.ts";

/** Opens a PNG. The engine decodes only the first frame, so the frames of an animation are parsed here. */
export async function openPng(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const description = await describeImage(bytes, { input });
  const image = engineImage(bytes, description, input);
  if (!description.isAnimatedPng) return image;
  const { withFrames } = await import("./animated-png.ts");
  return withFrames(image, bytes);
}
