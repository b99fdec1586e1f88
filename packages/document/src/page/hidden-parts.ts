import type { Attributes } from "../markdown/elements.ts";

/** True if an image is at most two pixels wide or high, or hidden. */
export function isTiny(attributes: Attributes): boolean {
  const style = attributes.get("style") ?? "";
  const isSmall = (name: string): boolean => /^\s*[0-2](?:px)?\s*$/i.test(attributes.get(name) ?? "");
  return (
    isSmall("width") || isSmall("height") || /(?:^|;|\s)(?:width|height)\s*:\s*[0-2]px/i.test(style) || hides(style)
  );
}

/** True if a style hides an element. */
export function hides(style: string): boolean {
  return /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])/i.test(style);
}

/** Elements without content, whose styles hide nothing else. */
const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** The hidden parts of a page, while its tags are read in order. */
export interface HiddenParts {
  /** True inside hidden content. */
  readonly isHidden: boolean;
  /** Returns true if the tag is part of hidden content. */
  open(name: string, attributes: Attributes): boolean;
  /** Returns true if the tag is part of hidden content. */
  close(name: string): boolean;
}

/** Follows the element that hides its content, by counting elements of the same name in it. */
export function createHiddenParts(isOn: boolean): HiddenParts {
  let around: string | undefined;
  let depth = 0;
  return {
    get isHidden() {
      return around !== undefined;
    },
    open(name, attributes) {
      if (around !== undefined) depth += name === around ? 1 : 0;
      else if (isOn && !voidElements.has(name) && (attributes.has("hidden") || hides(attributes.get("style") ?? ""))) {
        around = name;
        depth = 1;
      }
      return around !== undefined;
    },
    close(name) {
      if (around === undefined) return false;
      depth -= name === around ? 1 : 0;
      if (depth === 0) around = undefined;
      return true;
    },
  };
}
