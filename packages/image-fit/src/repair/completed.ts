import { completedPng } from "./completed-png.ts";
import { completedWebp } from "./completed-webp.ts";

/**
 * A picture that was cut off, in a form of which its decoder reads all that is left: the decoders of PNG and WebP want
 * whole chunks. Undefined where nothing is missing, and for other formats, which are read as far as they go.
 */
export async function completed(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return (await completedPng(bytes)) ?? completedWebp(bytes);
}
