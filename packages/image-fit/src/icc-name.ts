import { lightOfMiddle } from "./icc-curve.ts";
import { iccTag } from "./icc-tag.ts";
import { tagAt, viewOf } from "./headers/measured-image.ts";

const maxNameCharacters = 100;

/** The name of an ICC profile (ICC.1:2022, 9.2.41); undefined where it has none. */
export function iccName(profile: Uint8Array): string | undefined {
  const at = iccTag(profile, "desc");
  return at === undefined ? undefined : description(profile, at);
}

/** The light of the middle number in sRGB, and how far from it nobody calls a profile by that name. */
const standardMiddle = { light: 0.214, tolerance: 0.03 } as const;

/**
 * Whether a profile is sRGB, by its names: of ICC, HP, Adobe, Google, Facebook (`c2`), Artifex. Editors call a profile
 * of the same colours `Linear sRGB` whose numbers are the light itself; shown as they are, they would be far too dark.
 */
export function isStandardProfile(name: string, profile: Uint8Array | undefined): boolean {
  if (!/srgb|^c2(?:ci)?$|^uRGB$|IEC ?61966-?2[.-]1/i.test(name)) return false;
  const light = (profile && lightOfMiddle(profile)) ?? standardMiddle.light;
  return Math.abs(light - standardMiddle.light) <= standardMiddle.tolerance;
}

/** Version 4 keeps UTF-16 by language, version 2 ASCII with its length. */
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
