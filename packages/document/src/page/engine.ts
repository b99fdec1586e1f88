import { ReadError } from "@reader/core/handler";

/** The parts of a DOM node that are used. */
export interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly previousSibling: PageNode | null;
  readonly nextSibling: PageNode | null;
}

/** The parts of a DOM element that are used. */
export interface PageElement extends PageNode {
  readonly tagName: string;
  readonly id: string;
  readonly className: unknown;
  readonly innerHTML: string;
  readonly parentElement: PageElement | null;
  readonly previousElementSibling: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>;
  replaceChildren(...children: readonly PageElement[]): void;
  removeAttribute(name: string): void;
  remove(): void;
}

/** The parts of a DOM document that are used. */
export interface PageDocument {
  readonly body: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>;
}

/** The article that Readability finds in a document. */
export interface FoundArticle {
  readonly title?: string | null | undefined;
  readonly byline?: string | null | undefined;
  readonly siteName?: string | null | undefined;
  readonly publishedTime?: string | null | undefined;
  readonly content?: PageElement | null | undefined;
}

/** Parses pages, and finds their main content. */
export interface PageEngine {
  /** Returns the document as a browser has it, or `undefined` if it is nested too deeply. */
  parse(html: string): PageDocument | undefined;
  /** Changes the document: the article is made of its elements. Returns `undefined` if it has none. */
  findArticle(document: PageDocument): FoundArticle | undefined;
}

/** Maximum depth. Readability takes time that is quadratic in it; pages have about 30 levels. */
const maxDepth = 100;

interface ArticleFinder {
  parse(): FoundArticle | null;
}

/** The exports of the libraries that are used. Their own declarations need the types of browsers. */
interface Engines {
  readonly Readability: new (
    document: PageDocument,
    options: { readonly keepClasses: boolean; readonly serializer: (element: PageElement) => PageElement },
  ) => ArticleFinder;
  readonly parseHTML: (html: string) => { readonly document: PageDocument };
  readonly parse: (html: string) => Tree;
  readonly serialize: (tree: Tree) => string;
}

/** Loads Readability, parse5 and linkedom. Throws `unsupported-type` if one of them is not installed. */
export async function loadPageEngine(): Promise<PageEngine> {
  const { Readability, parseHTML, parse, serialize } = await loadEngines();
  return {
    parse(html) {
      // linkedom neither closes elements nor adds the body as browsers do.
      const tree = parse(html);
      return isTooDeep(tree) ? undefined : parseHTML(serialize(tree)).document;
    },
    findArticle(document) {
      const options = { keepClasses: true, serializer: (element: PageElement) => element };
      try {
        return new Readability(document, options).parse() ?? undefined;
      } catch {
        // Readability expects elements that odd pages do not have.
        return undefined;
      }
    },
  };
}

interface Tree {
  readonly childNodes?: readonly Tree[];
}

function isTooDeep(tree: Tree): boolean {
  let level = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap(({ childNodes = [] }) => childNodes);
  }
  return false;
}

async function loadEngines(): Promise<Engines> {
  try {
    const [readability, linkedom, parse5] = await Promise.all([
      import("@mozilla/readability") as Promise<unknown>,
      import("linkedom") as Promise<unknown>,
      import("parse5") as Promise<unknown>,
    ]);
    const { Readability } = readability as Engines;
    const { parseHTML } = linkedom as Engines;
    const { parse, serialize } = parse5 as Engines;
    return { Readability, parseHTML, parse, serialize };
  } catch (cause) {
    throw new ReadError(
      "unsupported-type",
      "Web pages are read by the packages @mozilla/readability, linkedom and parse5, which are not installed.",
      {
        hint: "Ask the user to run `npm install @mozilla/readability linkedom parse5`, then read the file again.",
        details: { package: "@mozilla/readability" },
        cause,
      },
    );
  }
}
