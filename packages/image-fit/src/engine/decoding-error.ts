import { ReadError } from "@reader/core/handler";

const maxReasonCharacters = 160;

/** Engine messages for valid files of unsupported kinds. */
const unsupportedKinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/bad labq format/, "in Lab with 8 bits a channel"],
  [/Unsupported JPEG data precision 12/, "a JPEG of 12 bits a channel"],
  [
    /Unsupported JPEG process: SOF type 0xc[35-7b-f]|Unsupported color conversion request/,
    "a lossless or hierarchical JPEG",
  ],
  [/samples_per_pixel not a whole number of bytes/, "a TIFF whose samples do not fill whole bytes"],
  [/tiff2vips: samples out of range/, "a TIFF of numbers with 64 bits"],
  [/tiff2vips: (?:not \d+ (?:bands|bits)|unsupported|.*not supported)/, "a TIFF of a rare kind"],
  [/(?:compression|\w+) support is not configured|built without \w+ support/, "a TIFF that is packed in a rare way"],
];

/** Engine messages for damaged files, and their meaning. */
const plainReasons: readonly (readonly [pattern: RegExp, words: string])[] = [
  // The header is valid, or the engine would not have been called.
  [/contains unsupported image format$/, "It is damaged or ends before the description of its pixels"],
  [/source: bad seek to \d+$/, "It is damaged, or ends before all of its pixels"],
  [/^webp2vips: unable to read pixels$/, "Its pixels are damaged or end early"],
  [/glib: XML does not have <svg> root$/, "Its first element is not <svg>"],
];

/** Engine message for damaged XML in an SVG, with its position in one of two forms. */
const damagedXml = /^.*glib: XML parse error: (?:.*? on line (\d+) column \d+ of data|.*? in .*?:(\d+):\d+): (.*)$/;

/** Converts an engine failure to a `ReadError`. Engine messages contain no paths, since the engine gets only bytes. */
export function decodingError(error: unknown): ReadError {
  const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "";
  if (/exceeds pixel limit/.test(reason)) {
    return new ReadError("too-large", "The image has more pixels than the limit (maxMegapixels).", {
      hint: "Make a smaller copy of it first, such as with vipsthumbnail, or raise maxMegapixels.",
      cause: error,
    });
  }
  if (/(?:bad dimensions|width\/height out of range)$/.test(reason)) {
    return new ReadError("too-large", "The image has more pixels on a side than can be decoded.", {
      hint: "Cut it in parts or make a smaller copy of it first, such as with ImageMagick.",
      cause: error,
    });
  }
  const kind = unsupportedKinds.find(([pattern]) => pattern.test(reason));
  if (kind !== undefined) return unsupportedKind(`The image is ${kind[1]}, which is not supported.`, error);
  return corruptImage(reason, error);
}

function corruptImage(reason: string, cause: unknown): ReadError {
  const plain = plainReasons.find(([pattern]) => pattern.test(reason.trim()));
  const inXml = xmlWords(reason);
  const words = (plain?.[1] ?? inXml ?? reason)
    .replace(/^Input buffer /, "It ")
    .replace(/[\s:.]+$/, "")
    .slice(0, maxReasonCharacters);
  const hint =
    inXml === undefined
      ? "Get an undamaged copy of the file, or open it in an image editor and export it as PNG."
      : "Correct the XML in that line, or get an undamaged copy of the file.";
  return new ReadError("corrupt", `The image cannot be decoded.${words === "" ? "" : ` ${words}.`}`, { hint, cause });
}

/** Leaves the column out: a drawing gets other size attributes before the engine parses it. */
function xmlWords(reason: string): string | undefined {
  const [whole, line, otherLine, problem] = damagedXml.exec(reason) ?? [];
  return whole === undefined ? undefined : `Its XML is damaged on line ${line ?? otherLine} of the file: ${problem}`;
}

/** Creates the error for a valid image of an unsupported kind. `what` is a sentence. */
export function unsupportedKind(what: string, cause?: unknown): ReadError {
  return new ReadError("unsupported-type", what, {
    hint: "Convert it to PNG or to an RGB TIFF of 8 or 16 bits first, with ImageMagick for one.",
    ...(cause === undefined ? {} : { cause }),
  });
}
