import { parseExif, type ExifBlock, type ExifTags } from "./exif-block.ts";

/** What people want to know of a photo. */
export interface PhotoFacts {
  /** `2024-05-01 12:30:00`, with the offset from UTC where it was written. */
  readonly taken?: string;
  /** `Apple iPhone 12` */
  readonly camera?: string;
  readonly lens?: string;
  /** `1/120 s, f/1.8, ISO 100, 26 mm` */
  readonly exposure?: string;
  readonly description?: string;
  readonly artist?: string;
  readonly copyright?: string;
  readonly software?: string;
  readonly hasLocation: boolean;
}

/** Tags of EXIF 2.32, 4.6.4 and 4.6.5. */
const tags = {
  description: 0x010e,
  make: 0x010f,
  model: 0x0110,
  software: 0x0131,
  changed: 0x0132,
  artist: 0x013b,
  copyright: 0x8298,
  exposureTime: 0x829a,
  aperture: 0x829d,
  sensitivity: 0x8827,
  taken: 0x9003,
  digitized: 0x9004,
  offset: 0x9011,
  focalLength: 0x920a,
  lens: 0xa434,
} as const;

/** The facts of an EXIF block, without the place where a photo was taken. */
export function photoFacts(exif: Uint8Array): PhotoFacts {
  const block = parseExif(exif);
  const { image, photo } = block;
  const found: Readonly<Record<string, string | undefined>> = {
    taken: takenWords(block),
    camera: cameraWords(image),
    lens: textAt(photo, tags.lens),
    exposure: exposureWords(photo),
    description: textAt(image, tags.description),
    artist: textAt(image, tags.artist),
    copyright: textAt(image, tags.copyright),
    software: textAt(image, tags.software),
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), hasLocation: block.location.size > 0 };
}

const maxTextCharacters = 300;

function textAt(directory: ExifTags, tag: number): string | undefined {
  const value = directory.get(tag);
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ").slice(0, maxTextCharacters) : undefined;
}

function numberAt(directory: ExifTags, tag: number): number | undefined {
  const value = directory.get(tag);
  const number = typeof value === "object" ? value[0] : undefined;
  return number !== undefined && Number.isFinite(number) && number > 0 ? number : undefined;
}

/**
 * EXIF writes `2024:05:01 12:30:00`; blanks and zeros where the clock was not set. Old cameras write no other time than
 * that of the last change, which of a drawing is when an editor saved it.
 */
function takenWords({ image, photo }: ExifBlock): string | undefined {
  const changed = cameraWords(image) === undefined ? undefined : textAt(image, tags.changed);
  const written = textAt(photo, tags.taken) ?? textAt(photo, tags.digitized) ?? changed ?? "";
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d) (\d\d:\d\d(?::\d\d)?)/.exec(written);
  if (parts === null || parts[1] === "0000") return undefined;
  const offset = textAt(photo, tags.offset) ?? "";
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? ` ${offset}` : "";
  return `${parts[1]}-${parts[2]}-${parts[3]} ${parts[4]}${zone}`;
}

/** Many models repeat their maker. */
function cameraWords(image: ExifTags): string | undefined {
  const [make, model] = [textAt(image, tags.make), textAt(image, tags.model)];
  if (make === undefined || model === undefined) return model ?? make;
  const brand = make.split(" ", 1)[0] ?? make;
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

function exposureWords(photo: ExifTags): string | undefined {
  const time = numberAt(photo, tags.exposureTime);
  const aperture = numberAt(photo, tags.aperture);
  const sensitivity = numberAt(photo, tags.sensitivity);
  const focalLength = numberAt(photo, tags.focalLength);
  const words = [
    time === undefined ? "" : `${time < 0.5 ? `1/${Math.round(1 / time)}` : Math.round(time * 10) / 10} s`,
    aperture === undefined ? "" : `f/${Math.round(aperture * 10) / 10}`,
    sensitivity === undefined ? "" : `ISO ${sensitivity}`,
    focalLength === undefined ? "" : `${Math.round(focalLength * 10) / 10} mm`,
  ].filter((each) => each !== "");
  return words.length === 0 ? undefined : words.join(", ");
}
