import { parseExif, type ExifTags } from "./exif-block.ts";

/** Tags of EXIF 2.32, 4.6.6. */
const tags = {
  latitudeReference: 1,
  latitude: 2,
  longitudeReference: 3,
  longitude: 4,
  altitudeReference: 5,
  altitude: 6,
} as const;

/** Where a photo was taken: `47.36667, 8.55 · 408 m`. Undefined where it is not written. */
export function locationWords(exif: Uint8Array): string | undefined {
  const { location } = parseExif(exif);
  const latitude = degrees(location.get(tags.latitude), location.get(tags.latitudeReference) === "S");
  const longitude = degrees(location.get(tags.longitude), location.get(tags.longitudeReference) === "W");
  if (latitude === undefined || longitude === undefined) return undefined;
  const altitude = altitudeOf(location);
  return `${latitude}, ${longitude}${altitude === undefined ? "" : ` · ${altitude} m`}`;
}

/** Degrees, minutes and seconds as one number, to about a metre. */
function degrees(value: string | readonly number[] | undefined, isNegative: boolean): number | undefined {
  if (typeof value !== "object" || value.length === 0) return undefined;
  const [whole = 0, minutes = 0, seconds = 0] = value;
  const number = whole + (minutes + seconds / 60) / 60;
  if (!Number.isFinite(number)) return undefined;
  return Math.round(number * (isNegative ? -1 : 1) * 100_000) / 100_000;
}

/** The reference 1 means below the sea. */
function altitudeOf(location: ExifTags): number | undefined {
  const [altitude, reference] = [location.get(tags.altitude), location.get(tags.altitudeReference)];
  const metres = typeof altitude === "object" ? altitude[0] : undefined;
  if (metres === undefined || !Number.isFinite(metres)) return undefined;
  return Math.round(metres) * (typeof reference === "object" && reference[0] === 1 ? -1 : 1);
}
