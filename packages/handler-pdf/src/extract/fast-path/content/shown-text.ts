import type { Box } from "../../../model/page-content.ts";
import type { TextStretch } from "./backdrop.ts";

/** What a base line may stand below an area, while its letters reach into it. */
const belowPt = 4;

/** What the closer look takes for the start of a letter on an area, and rounding; on what covers it, only the latter. */
const besidePt = 2.1;
const roundingPt = 0.1;

/** Room for most pages; one for all, of which one at a time is run. */
const sharedPlaces = new Float64Array(3 * 1000);

/** Text of a page as it was shown: how far it runs, at which height. */
export class ShownText {
  /** Of each text its left and right end, and its base line, in points; NaN for the base line of what is not level. */
  private places: Float64Array = sharedPlaces;
  private end = 0;

  /** How many texts were shown. */
  get count(): number {
    return this.end / 3;
  }

  /** The text that was shown last. */
  get last(): TextStretch {
    const [x0 = 0, x1 = 0, y = 0] = this.places.subarray(this.end - 3);
    return { x0, x1, y };
  }

  /** A text was shown that runs from one end to another. */
  add(x0: number, x1: number, y: number): void {
    if (this.end === this.places.length) this.grow();
    const { places, end } = this;
    places[end] = x0;
    places[end + 1] = x1;
    places[end + 2] = y;
    this.end = end + 3;
  }

  /** Whether one of the texts may run into an area. */
  anyReaches(area: Box): boolean {
    for (let index = 0; index < this.end; index += 3) if (this.doesReach(index, area, roundingPt)) return true;
    return false;
  }

  /** Whether the last text may run into one of these areas. */
  lastReaches(areas: readonly Box[]): boolean {
    const last = this.end - 3;
    return areas.some((area) => this.doesReach(last, area, besidePt));
  }

  private grow(): void {
    const larger = new Float64Array(this.places.length * 2);
    larger.set(this.places);
    this.places = larger;
  }

  private doesReach(index: number, { x0, y0, x1, y1 }: Box, slackPt: number): boolean {
    const left = this.places[index] ?? 0;
    const right = this.places[index + 1] ?? 0;
    const y = this.places[index + 2] ?? 0;
    const isApart = left >= x1 + slackPt || right <= x0 - slackPt || y >= y1 || y <= y0 - belowPt || x0 >= x1;
    return !isApart;
  }
}
