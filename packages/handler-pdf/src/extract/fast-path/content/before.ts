import type { QuickProperties } from "../base/quick-resources.ts";

/** What stands before an operator besides of numbers. */
export class Before {
  names = 0;
  strings = 0;
  /** The name of properties, or what they are. */
  properties: QuickProperties | string | undefined = undefined;
  /** Whether there is a list, and where the pen was before it. */
  hasList = false;
  listX = 0;
  listY = 0;
  /** Whether a string of that list was shown. */
  hasShown = false;
  /** Whether anything of these is there. */
  isEmpty = true;

  clear(): void {
    this.names = 0;
    this.strings = 0;
    this.properties = undefined;
    this.hasList = false;
    this.hasShown = false;
    this.isEmpty = true;
  }
}
