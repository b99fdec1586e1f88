import type { QuickFont } from "../base/quick-font.ts";
import { NotQuick } from "../base/not-quick.ts";

/** Codes that a page shows and that fonts do not know yet. */
export type UnknownCodes = ReadonlyMap<QuickFont, ReadonlySet<number>>;

/** More codes than any page shows are no faster asked for than read by the engine; a Chinese page shows some hundreds. */
const maxCodes = 4000;

/** Gathers codes that fonts do not know yet. */
export class CodeGatherer {
  readonly codes: Map<QuickFont, Set<number>> = new Map();
  private count = 0;

  /** Notes a code. Throws `NotQuick` where they are too many. */
  add(font: QuickFont, code: number): void {
    const known = this.codes.get(font) ?? new Set();
    if (known.has(code)) return;
    if (known.size === 0) this.codes.set(font, known);
    known.add(code);
    if (++this.count > maxCodes) throw new NotQuick("codes");
  }
}
