import { functionIn, isRecord } from "../mammoth-shape.ts";

/** A style mapping: what it is for, and the path of HTML that it leads to. `lib/style-reader.js` makes them. */
interface StyleMapping {
  readonly from: { matches(element: StyledElement): unknown };
  readonly to: unknown;
}

/** All that style mappings look at: `lib/styles/document-matchers.js`. */
interface StyledElement {
  readonly type: string;
  readonly styleId?: string | null;
  readonly styleName?: string | null;
  readonly numbering?: { readonly level: string; readonly isOrdered: boolean } | null;
  readonly breakType?: string;
  readonly color?: string;
}

/**
 * Makes mammoth look up a style once for all elements that are styled alike, and not through all mappings for each.
 * `exports` are those of `lib/document-to-html.js`; throws where they have another shape.
 */
export function mendStyles(exports: unknown): void {
  const original = functionIn(exports, "DocumentConverter");
  Object.assign(exports as object, {
    // It is called with `new`, which an arrow function does not take.
    DocumentConverter: function DocumentConverter(options: unknown): unknown {
      return original(withLookup(options));
    },
  });
}

function withLookup(options: unknown): unknown {
  const mappings: unknown = isRecord(options) ? options["styleMap"] : undefined;
  if (!Array.isArray(mappings)) throw new TypeError("mammoth has no style map.");
  return { ...(options as object), styleMap: [createLookup(mappings as readonly StyleMapping[])] };
}

/** One mapping for all of them. mammoth asks whether it matches, and takes `to` at once where it does. */
function createLookup(mappings: readonly StyleMapping[]): StyleMapping {
  const known = new Map<string, StyleMapping | undefined>();
  let found: StyleMapping | undefined;
  return {
    from: {
      matches(element) {
        const key = styleKey(element);
        found = known.get(key);
        if (found === undefined && !known.has(key)) {
          found = mappings.find(({ from }) => from.matches(element));
          known.set(key, found);
        }
        return found !== undefined;
      },
    },
    get to() {
      return found?.to;
    },
  };
}

function styleKey({ type, styleId, styleName, numbering, breakType, color }: StyledElement): string {
  const style = `${type}\0${styleId ?? ""}\0${styleName ?? ""}`;
  if (type === "run") return style;
  return `${style}\0${numbering?.level ?? ""}\0${String(numbering?.isOrdered)}\0${breakType ?? ""}\0${color ?? ""}`;
}
