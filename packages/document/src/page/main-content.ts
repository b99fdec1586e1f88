import { cleanArticle, removeUnread, textOf, wordsIn } from "./clean-article.ts";
import type { FoundArticle, PageDocument, PageElement, PageEngine } from "./engine.ts";

/** The main content of a web page: the page without navigation, advertising and comments. */
export interface MainContent {
  /** HTML without scripts and styles. */
  readonly html: string;
  /** Number of words in it. */
  readonly words: number;
  /** Number of words on the whole page. */
  readonly pageWords: number;
  readonly title?: string;
  readonly author?: string;
  readonly site?: string;
  /** As the page has it, usually ISO 8601. */
  readonly published?: string;
}

/** What to do with the images of a page. */
export interface MainContentOptions {
  /** True to keep images with their captions. Otherwise both are left out. */
  readonly keepsImages?: boolean;
}

/** Maximum number of start tags. A larger page is a reference or a list, and finding an article would take too long. */
const maxElements = 20_000;

/** Maximum number of characters, without the data of embedded files. */
const maxCharacters = 8_000_000;

/** An article with fewer words, on a page with several times as many, is not what the page is about. */
const minWords = 40;
const maxPageShare = 3;

/**
 * Finds the main content of a page. Returns `undefined` if there is none, as on a page of links, and for pages too large
 * or nested too deeply. Nothing is fetched or run. Blocks the thread for at most a few seconds.
 */
export function mainContent(
  html: string,
  engine: PageEngine,
  { keepsImages = false }: MainContentOptions = {},
): MainContent | undefined {
  const document = parsePage(html, engine);
  const body = document?.body ?? undefined;
  if (document === undefined || body === undefined) return undefined;
  removeUnread(document, keepsImages);
  const pageWords = wordsIn(body);
  const published = publishedIn(document);
  narrowToBody(body);
  const article = engine.findArticle(document);
  return article === undefined ? undefined : contentOf(article, { keepsImages, pageWords, published });
}

interface PageContext {
  readonly keepsImages: boolean;
  readonly pageWords: number;
  readonly published: string | undefined;
}

function contentOf(article: FoundArticle, { keepsImages, pageWords, published }: PageContext): MainContent | undefined {
  const content = article.content ?? undefined;
  if (content === undefined) return undefined;
  cleanArticle(content, keepsImages);
  const words = wordsIn(content);
  if (isAside(words, pageWords)) return undefined;
  return { html: content.innerHTML, words, pageWords, ...factsOf(article, published) };
}

/** Parses a page within the limits. */
function parsePage(html: string, engine: PageEngine): PageDocument | undefined {
  const bare = withoutEmbeddedData(html);
  return bare.length > maxCharacters || isTooLarge(bare) ? undefined : engine.parse(bare);
}

/** True if what was found is not what the page is about. */
function isAside(words: number, pageWords: number): boolean {
  return words === 0 || (words < minWords && words * maxPageShare < pageWords);
}

type ArticleFacts = Pick<MainContent, "title" | "author" | "site" | "published">;

function factsOf(
  { title, byline, siteName, publishedTime }: FoundArticle,
  published: string | undefined,
): ArticleFacts {
  const facts = { title, author: byline, site: siteName, published: publishedTime ?? published };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => typeof value === "string" && value.trim() !== ""),
  );
}

/** Returns the date of a page that Readability does not know: of its main `time` element. */
function publishedIn(document: PageDocument): string | undefined {
  const found =
    document.querySelector('[itemprop~="datePublished"]') ??
    document.querySelector("time[pubdate]") ??
    document.querySelector("time[datetime]");
  return found?.getAttribute("datetime") ?? found?.getAttribute("content") ?? undefined;
}

/** A marked article body with fewer characters may be a teaser. */
const minBodyCharacters = 300;

/** Keeps only the element that the page itself marks as the body of its article (schema.org), if there is one. */
function narrowToBody(body: PageElement): void {
  const [marked, ...others] = body.querySelectorAll('[itemprop~="articleBody"]');
  if (marked === undefined || others.length > 0 || textOf(marked).length < minBodyCharacters) return;
  body.replaceChildren(marked);
}

/** Removes the content of `data:` addresses, which is most of a page that was saved with its images. */
function withoutEmbeddedData(html: string): string {
  return html.replaceAll(/\bdata:[\w.+/-]{0,100}(?:;[\w=-]{0,100}){0,5},[^\s"'<>)]{100,}/gi, "data:,");
}

function isTooLarge(html: string): boolean {
  let count = 0;
  for (const _ of html.matchAll(/<[a-z]/gi)) {
    count += 1;
    if (count > maxElements) return true;
  }
  return false;
}
