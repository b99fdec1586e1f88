import { NotQuick } from "../base/not-quick.ts";
import type { QuickForm } from "../base/quick-resources.ts";

/** Forms inside forms. */
const maxForms = 20;

/** Forms that one page paints; a form of forms of forms may be painted millions of times. */
const maxPaintedForms = 2000;

/** Bytes of their content, each counted as often as it is run. */
const maxRunBytes = 4_000_000;

/** The forms that are being painted, from the outside in, within what one page may paint. */
export class OpenForms {
  private readonly open: QuickForm[] = [];
  private painted = 0;
  private runBytes = 0;

  /** A form begins. Throws `NotQuick` where it is inside of itself, or there is too much of forms. */
  enter(form: QuickForm): void {
    this.painted++;
    this.runBytes += form.bytes.length;
    const isTooMuch = this.painted > maxPaintedForms || this.runBytes > maxRunBytes;
    if (isTooMuch || this.open.length >= maxForms || this.open.includes(form)) throw new NotQuick("forms");
    this.open.push(form);
  }

  /** The innermost form ends. */
  leave(): void {
    this.open.pop();
  }
}
