import { NotQuick } from "../base/not-quick.ts";
import type { QuickGraphicsState } from "../base/quick-resources.ts";
import { entriesIn, referenceIn } from "../base/object-text.ts";
import type { ResourceCache } from "./resource-cache.ts";

/** Whatever of these is set, the engine ends a run of text first. */
const endings = "LW LC LJ ML D RI CA ca BM SMask OP op OPM UseBlackPtComp".split(" ");

/** Ways to blend that cover what lies below. */
const plainBlends: ReadonlySet<string> = new Set(["/Normal", "/Compatible"]);

/** Reads a printed dictionary of graphics state. */
export function graphicsStateIn(shared: ResourceCache, text: string): QuickGraphicsState {
  const entries = entriesIn(text);
  const lineWidth = numberIn(entries.get("LW"));
  const fillAlpha = numberIn(entries.get("ca"));
  const softMask = entries.get("SMask");
  return {
    ...fontIn(shared, entries.get("Font")),
    ...(lineWidth === undefined ? {} : { lineWidth }),
    ...(fillAlpha === undefined ? {} : { fillAlpha }),
    ...(softMask === undefined ? {} : { hasSoftMask: softMask !== "/None" }),
    isBlended: entries.has("BM") && !plainBlends.has(entries.get("BM") ?? ""),
    endsText: endings.some((key) => entries.has(key)),
  };
}

function fontIn(shared: ResourceCache, text: string | undefined): Pick<QuickGraphicsState, "font" | "fontSize"> {
  if (text === undefined) return {};
  const [, reference, size] = /^\[(\d+ \d+ R) ?([\d.+-]+)\]$/u.exec(text) ?? [];
  const number = referenceIn(reference);
  if (number === undefined) throw new NotQuick("font of state");
  return { font: shared.font(number), fontSize: Number(size) };
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isNaN(number)) throw new NotQuick("graphics state");
  return number;
}
