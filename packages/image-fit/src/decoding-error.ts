import { ReadError } from "@reader/core/handler";

const maxReasonCharacters = 120;

/** What a failure of the engine means for the one who reads. Its words name no path: the engine gets bytes only. */
export function decodingError(error: unknown): ReadError {
  const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "";
  if (/exceeds pixel limit/.test(reason)) {
    return new ReadError("too-large", "The image has more pixels than the limit (maxMegapixels).", {
      hint: "Make a smaller copy of it first, such as with vipsthumbnail, or raise maxMegapixels.",
      cause: error,
    });
  }
  if (/bad labq format/.test(reason)) {
    return new ReadError("unsupported-type", "The image is in Lab with 8 bits a channel, which is not read here.", {
      hint: "Convert it to sRGB first, with ImageMagick for one.",
      cause: error,
    });
  }
  const words = reason
    .replace(/^Input buffer /, "It ")
    .replace(/[\s:.]+$/, "")
    .slice(0, maxReasonCharacters);
  const hint = "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.";
  return new ReadError("corrupt", `The image cannot be decoded.${words === "" ? "" : ` ${words}.`}`, {
    hint,
    cause: error,
  });
}
