/** The facts of a photo that are reported. */
export interface PhotoFacts {
  /** `2024-05-01 12:30:00`, followed by the UTC offset if it is stored. */
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

/** Returns the facts of an EXIF block without the location. */
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

function positiveNumberAt(directory: ExifTags, tag: number): number | undefined {
  const value = directory.get(tag);
  const number = typeof value === "object" ? value[0] : undefined;
  return number !== undefined && Number.isFinite(number) && number > 0 ? number : undefined;
}

/**
 * EXIF dates look like `2024:05:01 12:30:00`; blanks or zeros mean that the clock was not set. Old cameras write only
 * the time of the last change, so it is used if the file names a camera. Otherwise it is when an editor saved the file.
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

/** Joins maker and model. Many models already start with the maker. */
function cameraWords(image: ExifTags): string | undefined {
  const [make, model] = [textAt(image, tags.make), textAt(image, tags.model)];
  if (make === undefined || model === undefined) return model ?? make;
  const brand = make.split(" ", 1)[0] ?? make;
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

function exposureWords(photo: ExifTags): string | undefined {
  const time = positiveNumberAt(photo, tags.exposureTime);
  const aperture = positiveNumberAt(photo, tags.aperture);
  const sensitivity = positiveNumberAt(photo, tags.sensitivity);
  const focalLength = positiveNumberAt(photo, tags.focalLength);
  const words = [
    time === undefined ? "" : `${time < 0.5 ? `1/${Math.round(1 / time)}` : Math.round(time * 10) / 10} s`,
    aperture === undefined ? "" : `f/${Math.round(aperture * 10) / 10}`,
    sensitivity === undefined ? "" : `ISO ${sensitivity}`,
    focalLength === undefined ? "" : `${Math.round(focalLength * 10) / 10} mm`,
  ].filter((each) => each !== "");
  return words.length === 0 ? undefined : words.join(", ");
}

/** Tags of EXIF 2.32, 4.6.6. */
const locationTags = {
  latitudeReference: 1,
  latitude: 2,
  longitudeReference: 3,
  longitude: 4,
  altitudeReference: 5,
  altitude: 6,
} as const;

/** Returns where a photo was taken, such as `47.36667, 8.55 · 408 m`, or `undefined` if the file does not say. */
export function locationWords(exif: Uint8Array): string | undefined {
  const { location } = parseExif(exif);
  const latitude = degrees(location.get(locationTags.latitude), location.get(locationTags.latitudeReference) === "S");
  const longitude = degrees(
    location.get(locationTags.longitude),
    location.get(locationTags.longitudeReference) === "W",
  );
  if (latitude === undefined || longitude === undefined) return undefined;
  const altitude = altitudeOf(location);
  return `${latitude}, ${longitude}${altitude === undefined ? "" : ` · ${altitude} m`}`;
}

/** Converts degrees, minutes and seconds to decimal degrees, rounded to about a metre. */
function degrees(value: string | readonly number[] | undefined, isNegative: boolean): number | undefined {
  if (typeof value !== "object" || value.length === 0) return undefined;
  const [whole = 0, minutes = 0, seconds = 0] = value;
  const number = whole + (minutes + seconds / 60) / 60;
  if (!Number.isFinite(number)) return undefined;
  return Math.round(number * (isNegative ? -1 : 1) * 100_000) / 100_000;
}

/** Reference 1 means below sea level. */
function altitudeOf(location: ExifTags): number | undefined {
  const [altitude, reference] = [location.get(locationTags.altitude), location.get(locationTags.altitudeReference)];
  const metres = typeof altitude === "object" ? altitude[0] : undefined;
  if (metres === undefined || !Number.isFinite(metres)) return undefined;
  return Math.round(metres) * (typeof reference === "object" && reference[0] === 1 ? -1 : 1);
}

/** The value of a tag: text, numbers or bytes. A rational is converted to its quotient. */
type ExifValue = string | readonly number[];

/** Values by tag number. */
type ExifTags = ReadonlyMap<number, ExifValue>;

/** The directories of an EXIF block. */
interface ExifBlock {
  readonly image: ExifTags;
  readonly photo: ExifTags;
  readonly location: ExifTags;
}

const photoPointer = 0x8769;
const locationPointer = 0x8825;
/** Upper limits well above what cameras write. */
const maxEntries = 512;
const maxValueBytes = 4096;

/**
 * Bytes of a value by type number (EXIF 2.32, 4.6.2): byte, ASCII, short, long, rational, …, undefined, …, signed
 * rational.
 */
const typeBytes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** The block and its byte order. */
interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
}

/** Parses an EXIF block with or without the leading `Exif` marker. Invalid entries are skipped. */
export function parseExif(bytes: Uint8Array): ExifBlock {
  const layout = layoutOf(bytes);
  if (layout === undefined) return { image: new Map(), photo: new Map(), location: new Map() };
  const image = readTags(layout, layout.view.getUint32(4, layout.isLittle));
  const follow = (tag: number): ExifTags => {
    const at = image.get(tag);
    return typeof at === "object" && at[0] !== undefined ? readTags(layout, at[0]) : new Map<number, ExifValue>();
  };
  return { image, photo: follow(photoPointer), location: follow(locationPointer) };
}

function layoutOf(bytes: Uint8Array): Layout | undefined {
  const hasMark = bytes[0] === 0x45 && bytes[1] === 0x78 && bytes[2] === 0x69 && bytes[3] === 0x66;
  const block = hasMark ? bytes.subarray(6) : bytes;
  if (block.length < 8) return undefined;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const order = view.getUint16(0);
  return order === 0x4949 || order === 0x4d4d ? { view, isLittle: order === 0x4949 } : undefined;
}

function readTags(layout: Layout, at: number): ExifTags {
  const { view, isLittle } = layout;
  const tags = new Map<number, ExifValue>();
  if (at + 2 > view.byteLength) return tags;
  const count = Math.min(maxEntries, view.getUint16(at, isLittle));
  for (let index = 0; index < count; index += 1) {
    const entryAt = at + 2 + index * 12;
    if (entryAt + 12 > view.byteLength) break;
    const value = readValue(layout, entryAt);
    if (value !== undefined) tags.set(view.getUint16(entryAt, isLittle), value);
  }
  return tags;
}

/** Reads a value. Up to four bytes are stored in the entry, longer values at an offset. */
function readValue({ view, isLittle }: Layout, entryAt: number): ExifValue | undefined {
  const type = view.getUint16(entryAt + 2, isLittle);
  const size = typeBytes[type] ?? 0;
  const length = size * view.getUint32(entryAt + 4, isLittle);
  if (length === 0 || length > maxValueBytes) return undefined;
  const at = length <= 4 ? entryAt + 8 : view.getUint32(entryAt + 8, isLittle);
  if (at + length > view.byteLength) return undefined;
  if (type === 2) return textOf(new Uint8Array(view.buffer, view.byteOffset + at, length));
  return Array.from({ length: length / size }, (_, index) => numberAt({ view, isLittle }, type, at + index * size));
}

function numberAt({ view, isLittle }: Layout, type: number, at: number): number {
  if (type === 5) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  if (type === 10) return view.getInt32(at, isLittle) / view.getInt32(at + 4, isLittle);
  if (type === 3) return view.getUint16(at, isLittle);
  if (type === 4) return view.getUint32(at, isLittle);
  return view.getUint8(at);
}

/** Decodes text up to NUL as UTF-8. The standard says ASCII, but most writers use UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  const text = (new TextDecoder().decode(bytes).split("\0", 1)[0] ?? "").trim();
  return text === "" ? undefined : text;
}
