import { PageBreaks, type SectionStart } from "../../breaks/page-breaks.ts";
import type { WordStyles } from "../parts/styles.ts";

/** The breaks of the author in the XML of a text. */
interface AuthorBreaks {
  /** The number of pages that they make. */
  readonly counted: number;
  /** Where the sections start, in order. */
  readonly sections: readonly SectionStart[];
}

const breakTag = /<(\/?)(?:\w+:)?(sectPr|sectPrChange|type|br|pageBreakBefore|pStyle)\b([^<>]*)>/g;
const valueOf = /:val="([^"]*)"/;

/**
 * Finds the breaks in the XML of a text, and counts the pages as a pass over the text counts them. Most texts have
 * nothing that starts a page, and are not counted.
 */
export function authorBreaksIn(xml: string, styles: WordStyles): AuthorBreaks {
  const found: FoundSections = { starts: [], open: 0 };
  let startsPage = styles.normal?.startsPage === true;
  for (const [, slash, name = "", attributes = ""] of xml.matchAll(breakTag)) {
    const tag: Tag = { isEnd: slash === "/", isEmpty: attributes.endsWith("/"), attributes };
    if (name === "type") setType(found, tag);
    else if (name.startsWith("sectPr")) addSection(found, tag);
    else startsPage ||= mayStartPage(name, attributes, styles);
  }
  const isBroken = startsPage || found.starts.slice(1).some((start) => start !== "same");
  return { counted: isBroken ? countedPages(xml, { styles, sections: found.starts }) : 1, sections: found.starts };
}

/** The sections of a text, and the number of open elements with properties of sections. */
interface FoundSections {
  readonly starts: SectionStart[];
  open: number;
}

function addSection(found: FoundSections, tag: Tag): void {
  if (found.open === 0 && !tag.isEnd) found.starts.push("next");
  found.open = openAfter(tag, found.open);
}

/** Sets the type of the last section. Other elements than sections have types, too. */
function setType({ starts, open }: FoundSections, { isEnd, attributes }: Tag): void {
  if (open === 1 && !isEnd) starts.splice(-1, 1, startOf(valueOf.exec(attributes)?.[1]));
}

/** True if an element of a text may start a page. */
function mayStartPage(name: string, attributes: string, styles: WordStyles): boolean {
  if (name === "br") return attributes.includes(':type="page"');
  return name === "pageBreakBefore" || styles.find(valueOf.exec(attributes)?.[1])?.startsPage === true;
}

/** Returns where a section of a type starts (ISO/IEC 29500-1, 17.18.77). */
function startOf(type: string | undefined): SectionStart {
  if (type === "evenPage") return "even";
  if (type === "oddPage") return "odd";
  return type === "continuous" || type === "nextColumn" ? "same" : "next";
}

interface CountInput {
  readonly styles: WordStyles;
  readonly sections: readonly SectionStart[];
}

/** The count of the pages of a text. */
interface PageCount extends CountInput {
  readonly breaks: PageBreaks;
  /** True if the current paragraph starts on a new page; `undefined` if its content has started. */
  startsPage: boolean | undefined;
  /** The number of sections that have ended, and whether the current paragraph ends one. */
  section: number;
  endsSection: boolean;
  /** Numbers of open tables, in which no paragraph starts a page, and of open elements that are not read. */
  tables: number;
  skipped: number;
}

const countedTag =
  /<(\/?)(?:\w+:)?(p|pPr|pStyle|pageBreakBefore|sectPr|tbl|pPrChange|Fallback|br|t|delText|sym|blip|imagedata|chart|relIds|oMath)\b([^<>]*)>([^<]*)/g;

function countedPages(xml: string, input: CountInput): number {
  const count: PageCount = {
    ...input,
    breaks: new PageBreaks(),
    startsPage: undefined,
    section: 0,
    endsSection: false,
    tables: 0,
    skipped: 0,
  };
  for (const [, slash, name = "", attributes = "", text = ""] of xml.matchAll(countedTag)) {
    const tag: TextTag = { isEnd: slash === "/", isEmpty: attributes.endsWith("/"), attributes, text };
    if (skippedNames.has(name)) count.skipped = openAfter(tag, count.skipped);
    else if (count.skipped === 0) tagActions[name]?.(count, tag);
  }
  return count.breaks.page;
}

interface Tag {
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: string;
}

interface TextTag extends Tag {
  /** The text up to the next tag. */
  readonly text: string;
}

/** Earlier properties of a paragraph, and the second form of a drawing. */
const skippedNames: ReadonlySet<string> = new Set(["pPrChange", "Fallback"]);

/** Returns the number of open elements after a tag of one. */
function openAfter({ isEnd, isEmpty }: Tag, open: number): number {
  if (isEmpty) return open;
  return isEnd ? Math.max(0, open - 1) : open + 1;
}

const tagActions: Readonly<Record<string, (count: PageCount, tag: TextTag) => void>> = {
  p: countParagraph,
  pStyle(count, { attributes }) {
    const style = count.styles.find(valueOf.exec(attributes)?.[1]);
    if (style !== undefined) setStart(count, style.startsPage === true);
  },
  pageBreakBefore(count, { isEnd, attributes }) {
    if (!isEnd) setStart(count, isOn(valueOf.exec(attributes)?.[1]));
  },
  pPr(count, { isEnd }) {
    if (isEnd) startContent(count);
  },
  sectPr: (count) => void (count.endsSection = true),
  tbl: (count, tag) => void (count.tables = openAfter(tag, count.tables)),
  br(count, { attributes }) {
    if (attributes.includes(':type="page"')) startContent(count).inserted();
  },
  t: (count, { text }) => startContent(count).text(text),
  delText: (count, { text }) => startContent(count).text(text),
  sym: countContent,
  blip: countContent,
  imagedata: countContent,
  chart: countContent,
  relIds: countContent,
  oMath: countContent,
};

function countContent(count: PageCount): void {
  startContent(count).content();
}

function countParagraph(count: PageCount, { isEnd, isEmpty }: Tag): void {
  if (!isEnd) count.startsPage = count.styles.normal?.startsPage === true;
  if (!isEnd && !isEmpty) return;
  startContent(count);
  if (count.endsSection) {
    count.section += 1;
    count.breaks.section(count.sections[count.section] ?? "same");
  }
  count.endsSection = false;
}

function setStart(count: PageCount, startsPage: boolean): void {
  if (count.startsPage !== undefined) count.startsPage = startsPage;
}

function isOn(value: string | undefined): boolean {
  return !/^(?:0|false|off|none)$/.test(value ?? "");
}

/** Starts the current paragraph in the count, with its properties known, unless that was done. */
function startContent(count: PageCount): PageBreaks {
  const { breaks, startsPage, tables } = count;
  count.startsPage = undefined;
  if (startsPage !== undefined) breaks.block(startsPage && tables === 0);
  return breaks;
}
