import type { ReadHtml } from "@reader/document";

/** What a page says about itself in its head. */
export interface PageFacts {
  readonly title?: string;
  readonly author?: string;
  readonly published?: string;
  readonly site?: string;
  readonly description?: string;
  readonly language?: string;
  /** The address of the page on its server. */
  readonly address?: string;
}

type FactName = keyof PageFacts;

/** Names of `meta` elements, in lower case: Open Graph, Dublin Core, schema.org and names that programs write. */
const metaNames: ReadonlyMap<string, FactName> = new Map([
  ["og:title", "title"],
  ["twitter:title", "title"],
  ["dc.title", "title"],
  ["author", "author"],
  ["dc.creator", "author"],
  ["article:author", "author"],
  ["article:published_time", "published"],
  ["datepublished", "published"],
  ["date", "published"],
  ["pubdate", "published"],
  ["dc.date", "published"],
  ["dc.date.issued", "published"],
  ["dcterms.created", "published"],
  ["og:site_name", "site"],
  ["application-name", "site"],
  ["description", "description"],
  ["og:description", "description"],
  ["og:url", "address"],
]);

/** Maximum number of characters of a fact. */
const maxCharacters = 500;

/** The address in the comment that browsers write into a saved page. */
const savedFrom =
  /<!--\s*(?:saved from url=\(\d+\)|saved from |page saved with [^\n]{0,80}\s+url:\s*)(https?:\/\/\S{1,2000})/i;

/** Reads the facts of a page from its head. The first value of each kind wins, but a `title` element before all. */
export function pageFacts(html: string, readHtml: ReadHtml): PageFacts {
  const facts = new Map<FactName, string>();
  const put = (name: FactName, value: string | undefined): void => {
    const line = (value ?? "").replaceAll(/\s+/g, " ").trim().slice(0, maxCharacters);
    if (line !== "" && !facts.has(name)) facts.set(name, line);
  };
  let title: string | undefined;
  let isInTitle = false;
  readHtml(headOf(html), {
    open(name, attributes) {
      isInTitle = name === "title" && title === undefined;
      for (const [fact, value] of factsIn(name, attributes)) put(fact, value);
    },
    close: () => void (isInTitle = false),
    text(characters) {
      if (isInTitle) title = (title ?? "") + characters;
    },
  });
  put("address", savedFrom.exec(html.slice(0, maxHeadCharacters))?.[1]);
  const shown = title?.replaceAll(/\s+/g, " ").trim().slice(0, maxCharacters);
  return { ...Object.fromEntries(facts), ...(shown === undefined || shown === "" ? {} : { title: shown }) };
}

/** Returns the facts that an element states. */
function factsIn(
  name: string,
  attributes: ReadonlyMap<string, string>,
): readonly (readonly [FactName, string | undefined])[] {
  if (name === "html") return [["language", attributes.get("lang") ?? attributes.get("xml:lang")]];
  const isAddress = name === "link" && attributes.get("rel")?.toLowerCase() === "canonical";
  if (isAddress) return [["address", attributes.get("href")]];
  const key = ["property", "name", "itemprop"].map((each) => attributes.get(each)).find((value) => value !== undefined);
  const fact = name === "meta" ? metaNames.get(key?.toLowerCase() ?? "") : undefined;
  return fact === undefined ? [] : [[fact, attributes.get("content")]];
}

/** Maximum number of characters of a head. Facts that follow later are not found. */
const maxHeadCharacters = 1_000_000;

function headOf(html: string): string {
  const start = html.slice(0, maxHeadCharacters);
  const end = /<body[\s>]/i.exec(start)?.index ?? start.length;
  return start.slice(0, end);
}
