import { ownEntry } from "@reader/document/content";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import {
  createOdfStyles,
  type OdfStyles,
  flowText,
  type TextStyles,
  addListStyles,
  type ListStyle,
} from "@reader/office-kit/odf";
import type { RunFormat } from "@reader/document/builder";
import { paragraphText } from "@reader/office-kit/drawing";

/** What the pages of a presentation refer to. */
export interface DeckStyles {
  readonly text: TextStyles;
  /** The names of the styles of pages that a show leaves out. */
  readonly hidden: ReadonlySet<string>;
  /** Lines that stand on every page with this master. */
  readonly printed: ReadonlyMap<string, readonly string[]>;
  /** Words of footers, headers and dates that pages refer to, by their names. */
  readonly declared: ReadonlyMap<string, string>;
}

/** Everything that is known before the first page. */
export function createDeckStyles(): DeckStyles & { add(element: XmlElement): void } {
  const lists = new Map<string, ListStyle>();
  const looks = createOdfStyles();
  const text: TextStyles = { lists, lookOf: (name) => lookIn(looks, name) };
  const hidden = new Set<string>();
  const printed = new Map<string, readonly string[]>();
  const declared = new Map<string, string>();
  return {
    text,
    hidden,
    printed,
    declared,
    add(element) {
      addListStyles(lists, element);
      for (const style of childrenOf(element, "style:style")) {
        const visibility = childOf(style, "style:drawing-page-properties")?.attributes["presentation:visibility"];
        if (visibility === "hidden") hidden.add(style.attributes["style:name"] ?? "");
        addLook(looks, style);
      }
      for (const master of childrenOf(element, "style:master-page")) {
        printed.set(master.attributes["style:name"] ?? "", linesOf(master, text));
      }
      if (/^presentation:(?:footer|header|date-time)-decl$/.test(element.name)) {
        declared.set(element.attributes["presentation:name"] ?? "", textIn(element).trim());
      }
    },
  };
}

function addLook(looks: OdfStyles, style: XmlElement): void {
  const properties = childOf(style, "style:text-properties");
  if (style.attributes["style:family"] !== "text" || properties === undefined) return;
  looks.declare(style.attributes);
  looks.addTextProperties(properties.attributes);
}

/** Styles say how large and how coloured text is, too: those are no look. */
function lookIn(looks: OdfStyles, name: string): RunFormat | undefined {
  const look = looks.formatOf("text", name);
  return Object.keys(look).length === 0 ? undefined : look;
}

const names: Readonly<Record<string, string>> = { footer: "Footer", header: "Header", "date-time": "Date" };

/** The words of a master: what it is told to say of footers, and shapes that are no placeholders. */
function linesOf(parent: XmlElement, styles: TextStyles): readonly string[] {
  return childrenOf(parent).flatMap((shape) => {
    if (shape.name === "draw:g") return linesOf(shape, styles);
    const role = shape.attributes["presentation:class"];
    if (!shape.name.startsWith("draw:") || (role !== undefined && !Object.hasOwn(names, role))) return [];
    const body = childOf(shape, "draw:text-box") ?? shape;
    const words = flowText(body, styles).map(paragraphText).join(" ");
    // Words such as `<footer>` stand where the program puts those of the page.
    if (words === "" || /^<[^>]*>$/.test(words)) return [];
    return [`${role === undefined ? "On the layout" : (ownEntry(names, role) ?? "")}: ${words}`];
  });
}
