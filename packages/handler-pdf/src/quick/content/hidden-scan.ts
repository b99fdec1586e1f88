import { cornersOf, grown, seenOf, type Transform } from "../../judge/scan-geometry.ts";
import { clipOf, createScannedPaint, fillArea, showTextAt, type ScannedPaint } from "../../judge/scan-state.ts";
import type { Box } from "../../page-content.ts";
import type { Frame } from "./frame.ts";
import type { Matrix } from "./matrix.ts";
import type { QuickForm } from "./quick-resources.ts";

/** Forms inside forms, and forms of a page; what is beyond them is looked at closer, as `mayHideText` does. */
const maxDepth = 6;
const maxForms = 40;

/** Text that is filled with less can hardly be seen. */
const minAlpha = 0.1;

/** Looks for what could hide text while content is run, in the very steps of `scanContent`. */
export class HiddenScan {
  readonly paint: ScannedPaint = createScannedPaint();
  /** Whether the path that is being drawn is to clip what follows. */
  willClip = false;
  private forms = 0;
  private depth = 0;

  /** Whether something was found, so that nothing need be looked for any more. */
  get isDone(): boolean {
    return this.paint.finding !== undefined;
  }

  setMode(mode: number): void {
    if (mode === 3 || mode === 7) this.paint.finding = "mode";
  }

  setAlpha(alpha: number): void {
    if (alpha < minAlpha) this.paint.finding = "mode";
  }

  /** Text is shown on a line that starts at a matrix. */
  showText(frame: Frame, line: Matrix): void {
    if (this.isDone) return;
    const { plain: matrix } = frame;
    const acrossX = line.a * matrix.a + line.b * matrix.c;
    const acrossY = line.a * matrix.b + line.b * matrix.d;
    showTextAt(this.paint, frame, {
      x: matrix.xOf(line.e, line.f),
      y: matrix.yOf(line.e, line.f),
      isRightwards: acrossX > 0 && Math.abs(acrossY) < 0.01 * acrossX,
    });
  }

  /** A path ends; `boxOf` tells where it is, which is rarely asked. */
  endPath(frame: Frame, isFilled: boolean, boxOf: () => Box | undefined): void {
    const { willClip } = this;
    this.willClip = false;
    if (this.isDone || (!isFilled && !willClip)) return;
    const box = boxOf();
    if (isFilled && box !== undefined) fillArea(this.paint, frame, box);
    if (willClip) frame.clip = clipOf(box, frame.clip);
  }

  /** A form is entered, whose matrix the frame has. */
  enterForm({ box }: QuickForm, frame: Frame): void {
    this.depth++;
    this.forms++;
    if (this.depth > maxDepth || this.forms > maxForms) this.paint.finding ??= "cover";
    const [x0, y0, x1, y1] = box;
    const corners = cornersOf([Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)]);
    frame.clip = seenOf(grown(undefined, transformOf(frame.plain), corners), frame.clip);
  }

  leaveForm(): void {
    this.depth--;
  }
}

function transformOf({ a, b, c, d, e, f }: Matrix): Transform {
  return [a, b, c, d, e, f];
}
