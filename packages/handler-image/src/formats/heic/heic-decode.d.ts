declare module "heic-decode" {
  /** Decodes HEIC bytes into RGBA; the package ships no types. */
  export default function decode(input: {
    readonly buffer: Uint8Array;
  }): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>;
}
