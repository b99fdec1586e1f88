import { ReadError } from "@reader/core/handler";

const maxReasonCharacters = 160;

/** What the engine says of sound files of kinds that it does not know. */
const unreadKinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
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

/** What the engine says of files that end early, and of pictures that cannot be put together, and what that means. */
const plainReasons: readonly (readonly [pattern: RegExp, words: string])[] = [
  // Its header was found, or the engine would not have been asked.
  [/contains unsupported image format$/, "It ends, or is damaged, before what tells how its pixels lie"],
  [/source: bad seek to \d+$/, "It is damaged, or ends before all of its pixels"],
  [/^webp2vips: unable to read pixels$/, "Its pixels are damaged or end early"],
  [/glib: XML does not have <svg> root$/, "Its first element is not <svg>"],
];

/** What the engine says of an SVG drawing whose XML is damaged: where, in one of two forms, and how. */
const damagedXml = /^.*glib: XML parse error: (?:.*? on line (\d+) column (\d+) of data|.*? in .*?:(\d+):(\d+)): (.*)$/;

/** What a failure of the engine means for the one who reads. Its words name no path: the engine gets bytes only. */
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
  const kind = unreadKinds.find(([pattern]) => pattern.test(reason));
  if (kind !== undefined) return unreadKind(`The image is ${kind[1]}, which is not read here.`, error);
  const plain = plainReasons.find(([pattern]) => pattern.test(reason.trim()));
  const words = (plain?.[1] ?? xmlWords(reason) ?? reason)
    .replace(/^Input buffer /, "It ")
    .replace(/[\s:.]+$/, "")
    .slice(0, maxReasonCharacters);
  const hint = "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.";
  return new ReadError("corrupt", `The image cannot be decoded.${words === "" ? "" : ` ${words}.`}`, {
    hint,
    cause: error,
  });
}

function xmlWords(reason: string): string | undefined {
  const [whole, line, column, otherLine, otherColumn, problem] = damagedXml.exec(reason) ?? [];
  if (whole === undefined) return undefined;
  return `Its XML is damaged on line ${line ?? otherLine}, column ${column ?? otherColumn}: ${problem}`;
}

/** The error for a sound picture of a kind that the engine does not know: `what` is a sentence. */
export function unreadKind(what: string, cause?: unknown): ReadError {
  return new ReadError("unsupported-type", what, {
    hint: "Convert it to PNG or to an RGB TIFF of 8 or 16 bits first, with ImageMagick for one.",
    ...(cause === undefined ? {} : { cause }),
  });
}
