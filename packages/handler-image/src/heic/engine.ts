import { ReadError } from "@reader/core/handler";

/** Decodes HEIC bytes into RGBA. */
export type HeicEngine = (input: { readonly buffer: Uint8Array }) => Promise<{
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}>;

/** Loads the decoder, which callers install where they want HEIC. */
export async function loadHeicEngine(): Promise<HeicEngine> {
  try {
    return (await import("heic-decode")).default;
  } catch (error) {
    throw new ReadError(
      "unsupported-type",
      "HEIC photos are read by the package heic-decode, which is not installed.",
      {
        hint: "Install it with `npm install heic-decode`, or convert the photo first: `heif-convert photo.heic photo.jpg`.",
        details: { mediaType: "image/heic", package: "heic-decode" },
        cause: error,
      },
    );
  }
}
