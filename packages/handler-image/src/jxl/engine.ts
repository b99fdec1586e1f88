import { ReadError } from "@reader/core/handler";
import { compilePackagedWasm } from "@reader/image-fit";
import { createRequire } from "node:module";

/** Decodes JPEG XL bytes into RGBA. */
export type JxlEngine = (bytes: ArrayBuffer) => Promise<{
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}>;

let engine: Promise<JxlEngine> | undefined;

/** Loads the decoder, which callers install where they want JPEG XL. */
export async function loadJxlEngine(): Promise<JxlEngine> {
  engine ??= load();
  try {
    return await engine;
  } catch (error) {
    engine = undefined;
    throw new ReadError("unsupported-type", "JPEG XL is read by the package @jsquash/jxl, which is not installed.", {
      hint: "Install it with `npm install @jsquash/jxl`, or convert the image first: `djxl image.jxl image.png`.",
      details: { mediaType: "image/jxl", package: "@jsquash/jxl" },
      cause: error,
    });
  }
}

/** The package leaves loading its WebAssembly to bundlers. */
async function load(): Promise<JxlEngine> {
  const wasm = createRequire(import.meta.url).resolve("@jsquash/jxl/codec/dec/jxl_dec.wasm");
  const { default: decode, init } = await import("@jsquash/jxl/decode.js");
  // Its types know this form of the call from its README only.
  const initWith: (module: object) => Promise<unknown> = init;
  await initWith(await compilePackagedWasm(wasm));
  return decode;
}
