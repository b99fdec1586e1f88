import type { PageDocument, PageElement, PageNode } from "./engine.ts";

/** Elements that are never read. */
const unread = "script, style, noscript, template, iframe, object, embed, svg, canvas, dialog";

/** Images and other media, which are left out of pages shown as text. */
const media = "img, video, audio";

/** Text for screen readers that repeats what others see. */
const spoken = ".sr-only, .visually-hidden, .screen-reader-text";

/** Removes what no reader of the page sees, before its main content is searched. */
export function removeUnread(document: PageDocument, keepsImages: boolean): void {
  for (const formula of document.querySelectorAll("math")) showFormula(formula);
  const selector = keepsImages ? unread : `${unread}, ${media}`;
  for (const element of document.querySelectorAll(`${selector}, ${spoken}, ${drawnFormula}`)) element.remove();
}

/** Wikis hide a formula, and show an image of it. Shows it only if the image has the same LaTeX: nothing else is hidden. */
function showFormula(formula: PageElement): void {
  const { parentElement: parent } = formula;
  const image = parent?.nextElementSibling;
  if (parent === null || image?.tagName.toLowerCase() !== "img" || textOf(parent) !== textOf(formula)) return;
  const latex = formula.querySelector('annotation[encoding*="tex"]');
  if (latex !== null && textOf(latex) === onOneLine(image.getAttribute("alt"))) parent.removeAttribute("style");
}

/** A formula that KaTeX draws with letters beside its MathML. */
const drawnFormula = ".katex-html";

/** Words in classes and identifiers of blocks beside an article, as whole words: `share-bar`, `c-related`. */
const besideNames =
  /(?:^|[\s_-])(?:caption|credit|byline|author|related|share|sharing|social|promo|newsletter|sign-?up|subscribe|subscription|comment|tag|breadcrumb|copyright|disclaimer|read-?more|read-?next|recirc|recommended|recommendation|time-?stamp|date-?line|pub-?date|advert|advertisement|ad|edit-?section|gdpr|(?:cookie|consent)-?(?:banner|bar|consent|notice|message|policy))s?(?:$|[\s_-])/i;

/** Addresses of links that post a page to a network: hosts with the starts of paths. */
const shareAddresses: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:[\w-]+\.)?facebook\.com$/, /^\/sharer/],
  [/^(?:www\.|mobile\.)?(?:twitter|x)\.com$/, /^\/(?:intent\/|share)/],
  [/^(?:www\.)?linkedin\.com$/, /^\/shareArticle/],
  [/^(?:[\w-]+\.)?pinterest\.com$/, /^\/pin\/create/],
  [/^(?:[\w-]+\.)?reddit\.com$/, /^\/submit/],
  [/^api\.whatsapp\.com$/, /^\/send/],
  [/^(?:t|telegram)\.me$/, /^\/share/],
];

/** Maximum number of characters of such a block. A longer one may be the article itself under an odd name. */
const maxBesideCharacters = 400;

/** A paragraph, heading or list of which links make up at least this share points elsewhere. */
const linkShare = 0.8;
const listLinkShare = 0.7;

/** If an article has fewer words without its links, and less than this share, it is a list of links, and they are kept. */
const minProseWords = 100;
const minProseShare = 0.6;

/** Removes blocks that belong to the page rather than to its article: shares, related links, credits, captions. */
export function cleanArticle(article: PageElement, keepsImages: boolean): void {
  for (const element of article.querySelectorAll("aside")) removeShort(element);
  for (const element of article.querySelectorAll("[class], [id]")) if (isBeside(element)) removeShort(element);
  for (const link of article.querySelectorAll("a[href]")) if (isShare(link) && isAmongLinks(link)) link.remove();
  if (!keepsImages) removeCaptions(article);
  removeLinks(article);
}

/** Keeps figures that are text: tables, code, quotations. */
function removeCaptions(article: PageElement): void {
  for (const figure of article.querySelectorAll("figure")) {
    if (figure.querySelector("table, pre, blockquote, math") === null) removeShort(figure);
  }
}

function isBeside({ className, id, tagName }: PageElement): boolean {
  if (/^(?:PRE|CODE|TABLE|H[1-6])$/i.test(tagName)) return false;
  return besideNames.test(typeof className === "string" ? className : "") || besideNames.test(id);
}

function removeShort(element: PageElement): void {
  if (textOf(element).length < maxBesideCharacters) element.remove();
}

function isShare(link: PageElement): boolean {
  const href = link.getAttribute("href") ?? "";
  const url = URL.parse(href.startsWith("//") ? `https:${href}` : href);
  return url !== null && shareAddresses.some(([host, path]) => host.test(url.hostname) && path.test(url.pathname));
}

/** Elements of a line of text. */
const inline = /^(?:a|abbr|b|em|i|font|small|span|strong|u)$/i;

/** Maximum number of characters beside the links of a block that is not a sentence: `Share this article:`. */
const maxLabel = 20;

/** True if a link has no text, or its block has nothing but links and a label. */
function isAmongLinks(link: PageElement): boolean {
  if (textOf(link) === "") return true;
  let block = link.parentElement;
  while (block !== null && inline.test(block.tagName)) block = block.parentElement;
  return block === null || textOf(block).length * (1 - linksIn(block)) <= maxLabel;
}

/** Removes the paragraphs, headings and lists that are only links, unless the article is mostly such. */
function removeLinks(article: PageElement): void {
  const found: PageElement[] = [];
  for (const element of article.querySelectorAll("p, h2, h3, h4, h5, h6, div")) {
    if (linksIn(element) > linkShare && element.querySelector("table, li, pre") === null) found.push(element);
  }
  for (const list of article.querySelectorAll("ul, ol, dl")) if (linksIn(list) > listLinkShare) found.push(list);
  const all = new Set(found);
  const outermost = found.filter((element) => !isWithin(element, all));
  const removed = outermost.reduce((sum, element) => sum + wordsIn(element), 0);
  const words = wordsIn(article);
  const prose = words - removed;
  if (prose < words * minProseShare && prose < minProseWords) return;
  const kept = titlesOf(article, outermost, prose);
  for (const element of outermost) if (!kept.has(element)) removeWithHeading(element);
}

/** Number of linked headings from which a page is a list of stories with their titles. */
const minTitles = 5;

/** Words for each title of such a list, at most. An article with more has linked headings beside its text. */
const maxTeaserWords = 50;

/** Returns the linked headings that are the titles of a list of stories: many, with few words for each. */
function titlesOf(article: PageElement, linked: readonly PageElement[], prose: number): ReadonlySet<PageElement> {
  const titles = linked.filter(({ tagName }) => isHeading(tagName));
  const headings = article.querySelectorAll("h1, h2, h3, h4, h5, h6").length;
  const isList = titles.length >= minTitles && titles.length * 2 > headings;
  return new Set(isList && prose < titles.length * maxTeaserWords ? titles : []);
}

function isHeading(tagName: string): boolean {
  return /^h[1-6]$/i.test(tagName);
}

/** Removes a list of links, and the heading that has nothing else below it. */
function removeWithHeading(element: PageElement): void {
  const { previousElementSibling: heading, nextElementSibling: next } = element;
  const isAlone = !hasTextBeside(element, "previousSibling") && !hasTextBeside(element, "nextSibling");
  const isLast = isAlone && (next === null || isHeading(next.tagName));
  if (heading !== null && isHeading(heading.tagName) && !isHeading(element.tagName) && isLast) heading.remove();
  element.remove();
}

const elementNode = 1;
const textNode = 3;

/** True if text without an element is between an element and the next one on a side. */
function hasTextBeside(element: PageElement, side: "previousSibling" | "nextSibling"): boolean {
  let node: PageNode | null = element[side];
  for (; node !== null && node.nodeType !== elementNode; node = node[side]) {
    if (node.nodeType === textNode && onOneLine(node.textContent) !== "") return true;
  }
  return false;
}

function isWithin(element: PageElement, others: ReadonlySet<PageElement>): boolean {
  for (let at = element.parentElement; at !== null; at = at.parentElement) if (others.has(at)) return true;
  return false;
}

/** Returns the share of an element's text that is in links. */
function linksIn(element: PageElement): number {
  const all = textOf(element).length;
  if (all === 0) return 0;
  let linked = 0;
  for (const link of element.querySelectorAll("a")) linked += textOf(link).length;
  return linked / all;
}

/** Returns the text of an element with single spaces. */
export function textOf({ textContent }: PageElement): string {
  return onOneLine(textContent);
}

function onOneLine(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Counts the words of an element. `textContent` joins those of adjacent blocks. */
export function wordsIn({ innerHTML }: PageElement): number {
  const text = innerHTML.replaceAll(/<[^<>]*>/g, " ");
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
