import { tagAt, viewOf } from "../headers/measured-image.ts";

const headerBytes = 128;
const tagEntryBytes = 12;
const maxTags = 200;

/**
 * Returns the offset of a tag's data in an ICC profile (ICC.1:2022, 7.2 and 7.3), or `undefined` if it has no such tag.
 */
export function iccTag(profile: Uint8Array, tag: string): number | undefined {
  const view = viewOf(profile);
  if (view.byteLength < headerBytes + 4) return undefined;
  const count = Math.min(maxTags, view.getUint32(headerBytes));
  for (let index = 0; index < count; index += 1) {
    const entryAt = headerBytes + 4 + index * tagEntryBytes;
    if (entryAt + tagEntryBytes > view.byteLength) return undefined;
    if (tagAt(view, entryAt) === tag) return view.getUint32(entryAt + 4);
  }
  return undefined;
}

/**
 * Returns the linear light, from 0 to 1, of the middle sample of red or grey in an ICC profile: 0.21 as in sRGB, 0.5 if
 * linear. Returns `undefined` for a profile with lookup tables instead of curves.
 */
export function lightOfMiddle(profile: Uint8Array): number | undefined {
  const at = iccTag(profile, "rTRC") ?? iccTag(profile, "kTRC");
  const view = viewOf(profile);
  if (at === undefined || at + 12 > view.byteLength) return undefined;
  if (tagAt(view, at) === "curv") return ofCurve(view, at);
  return tagAt(view, at) === "para" ? ofFormula(view, at) : undefined;
}

/** Evaluates a curve (ICC.1:2022, 10.6): no entry means linear, one entry is an exponent, more are a table. */
function ofCurve(view: DataView, at: number): number | undefined {
  const count = view.getUint32(at + 8);
  if (count === 0) return 0.5;
  const [below, above] = [Math.floor, Math.ceil].map((whole) => at + 12 + 2 * whole((count - 1) / 2));
  if (below === undefined || above === undefined || above + 2 > view.byteLength) return undefined;
  if (count === 1) return 0.5 ** (view.getUint16(below) / 256);
  return (view.getUint16(below) + view.getUint16(above)) / 2 / 65_535;
}

const fractionBytes = 4;

/**
 * Evaluates a parametric curve (ICC.1:2022, 10.18): an exponent, followed by factor and summand in all kinds but the
 * first.
 */
function ofFormula(view: DataView, at: number): number | undefined {
  const kind = view.getUint16(at + 8);
  const lastAt = at + 12 + fractionBytes * (kind === 0 ? 1 : 3);
  if (lastAt > view.byteLength) return undefined;
  const [exponent = 1, factor = 1, summand = 0] = Array.from(
    { length: kind === 0 ? 1 : 3 },
    (_, index) => view.getInt32(at + 12 + index * fractionBytes) / 65_536,
  );
  return (factor / 2 + summand) ** exponent;
}

const maxNameCharacters = 100;

/** Returns the name of an ICC profile (ICC.1:2022, 9.2.41), or `undefined` if it has none. */
export function iccName(profile: Uint8Array): string | undefined {
  const at = iccTag(profile, "desc");
  return at === undefined ? undefined : description(profile, at);
}

/** The light of the middle sample in sRGB, and the tolerance for profiles with that name. */
const standardMiddle = { light: 0.214, tolerance: 0.03 } as const;

/**
 * True if a profile is sRGB, by the names that ICC, HP, Adobe, Google, Facebook (`c2`) and Artifex use. The curve is
 * checked too, because `Linear sRGB` of some editors would look far too dark if treated as sRGB.
 */
export function isStandardProfile(name: string, profile: Uint8Array | undefined): boolean {
  if (!/srgb|^c2(?:ci)?$|^uRGB$|IEC ?61966-?2[.-]1/i.test(name)) return false;
  const light = (profile && lightOfMiddle(profile)) ?? standardMiddle.light;
  return Math.abs(light - standardMiddle.light) <= standardMiddle.tolerance;
}

/** Reads a description: UTF-16 by language in version 4, ASCII with its length in version 2. */
function description(profile: Uint8Array, at: number): string | undefined {
  const view = viewOf(profile);
  if (at + 28 > view.byteLength) return undefined;
  if (tagAt(view, at) === "mluc") {
    const [length, offset] = [view.getUint32(at + 20), view.getUint32(at + 24)];
    return cleaned(new TextDecoder("utf-16be").decode(profile.subarray(at + offset, at + offset + length)));
  }
  if (tagAt(view, at) !== "desc") return undefined;
  return cleaned(new TextDecoder("latin1").decode(profile.subarray(at + 12, at + 12 + view.getUint32(at + 8))));
}

function cleaned(text: string): string | undefined {
  // Names end with NUL.
  const name = (text.split("\0", 1)[0] ?? "").trim().slice(0, maxNameCharacters);
  return name === "" ? undefined : name;
}
