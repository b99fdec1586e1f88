import { tagAt, viewOf } from "./headers/measured-image.ts";
import { iccTag } from "./icc-tag.ts";

/**
 * The light, from 0 to 1, that an ICC profile makes of the middle of its numbers, in red or in grey: 0.21 where it is
 * as in sRGB, 0.5 where the numbers are the light itself. Undefined where a profile has no curve, but tables.
 */
export function lightOfMiddle(profile: Uint8Array): number | undefined {
  const at = iccTag(profile, "rTRC") ?? iccTag(profile, "kTRC");
  const view = viewOf(profile);
  if (at === undefined || at + 12 > view.byteLength) return undefined;
  if (tagAt(view, at) === "curv") return ofCurve(view, at);
  return tagAt(view, at) === "para" ? ofFormula(view, at) : undefined;
}

/** ICC.1:2022, 10.6: no number for the light itself, one for an exponent, and else light by light. */
function ofCurve(view: DataView, at: number): number | undefined {
  const count = view.getUint32(at + 8);
  if (count === 0) return 0.5;
  const [below, above] = [Math.floor, Math.ceil].map((whole) => at + 12 + 2 * whole((count - 1) / 2));
  if (below === undefined || above === undefined || above + 2 > view.byteLength) return undefined;
  if (count === 1) return 0.5 ** (view.getUint16(below) / 256);
  return (view.getUint16(below) + view.getUint16(above)) / 2 / 65_535;
}

const fractionBytes = 4;

/** ICC.1:2022, 10.18: an exponent, then in all but the first kind of formula a factor and what is added before it. */
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
