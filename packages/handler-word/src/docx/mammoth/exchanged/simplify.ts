/** A node of mammoth's HTML: `lib/html/ast.js`. */
export type HtmlNode =
  | HtmlElement
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "forceWrite" };

interface HtmlElement {
  readonly type: "element";
  readonly tag: HtmlTag;
  /** Its own list, which may grow. */
  readonly children: HtmlNode[];
}

interface HtmlTag {
  readonly tagName: string;
  /** Whether it starts anew where one like it is open. */
  readonly fresh?: boolean;
  /** What stands between two that become one. */
  readonly separator?: string;
  /** `true` or whatever else. */
  matchesElement(tag: HtmlTag): unknown;
}

/** Elements that have no content: `lib/html/ast.js`. */
const voidNames: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);

/**
 * Leaves out elements without content and joins those that go on, in one go; mammoth's `lib/html/simplify.js` makes a
 * copy of all of the HTML for each.
 */
export function simplify(nodes: readonly HtmlNode[]): HtmlNode[] {
  const simple: HtmlNode[] = [];
  for (const node of nodes) {
    if (node.type === "element") {
      const children = simplify(node.children);
      if (children.length > 0 || isVoid(node)) append(simple, { type: "element", tag: node.tag, children });
    } else if (node.type !== "text" || node.value.length > 0) simple.push(node);
  }
  return simple;
}

/** An element that is void has no children to begin with. */
function isVoid({ tag, children }: HtmlElement): boolean {
  return children.length === 0 && voidNames.has(tag.tagName);
}

function append(into: HtmlNode[], node: HtmlNode): void {
  const last = into.at(-1);
  if (node.type !== "element" || last?.type !== "element" || !goesOn(node.tag, last.tag)) {
    into.push(node);
    return;
  }
  const { separator = "" } = node.tag;
  if (separator !== "") append(last.children, { type: "text", value: separator });
  for (const child of node.children) append(last.children, child);
}

function goesOn(tag: HtmlTag, last: HtmlTag): boolean {
  return tag.fresh !== true && tag.matchesElement(last) === true;
}
