import { type FlowLine, gapEm } from "../flow.ts";
import type { PagePart, Paragraph } from "../paragraphs/paragraphs.ts";
import { type BodyType, samePt } from "./type-sizes.ts";

/** The decimal number of a heading: `2`, `2.1.`, `A.1`, `2.Terms`. */
export const decimalNumber: RegExp = /^(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)(?:\.?\s|\.(?=\p{Lu}\p{Ll}))/u;

/** The number of a chapter with its name: `Chapter 2`, `第 2 章`. */
const namedNumber =
  /^(?:(\p{Lu}\p{L}+) (\d{1,3})(?:\.?$|[.:]?\s)|(第)\s*([\d一二三四五六七八九十百]{1,4})\s*[章节節部])/u;

/** The number of a heading. */
export interface HeadingNumber {
  /** The word before it, or nothing. */
  readonly name: string;
  readonly value: string;
}

/** Returns the number of a heading, or `undefined`. */
export function numberOf(text: string): HeadingNumber | undefined {
  const decimal = decimalNumber.exec(text)?.[1];
  if (decimal !== undefined) return { name: "", value: decimal };
  const [, word, count, ordinal, section] = namedNumber.exec(text) ?? [];
  const [name, value] = [word ?? ordinal, count ?? section];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Returns the letter of an appendix: `A Proofs`, `A. Proofs`, `Appendix A`. */
export function appendixOf(text: string): string | undefined {
  return /^(?:\p{L}{2,} )?([A-Z])(?:[.:]?\s|[.:]?$)/u.exec(text)?.[1];
}

/** True for a heading with a number, such as `Part I` or `2 Methods`. */
export function isLabeled(text: string): boolean {
  return numberOf(text) !== undefined || /^(?:\p{L}+ [IVXLC]+(?:[.:]?\s|$)|[IVXLC]+[.)]\s)/u.test(text);
}

/** The number of a heading among those that count alike: `I.`, `A.`, `1.`, `a.`, `一、` or `（一）`. */
export interface Label {
  readonly kind: "roman" | "capital" | "count" | "small" | "han";
  /** The signs around it. */
  readonly signs: string;
  readonly value: number;
}

/** The Roman numbers that headings have. Longer ones are words, or those of pages. */
const romanNumbers = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX".split(" ");

const anyLabel =
  /^([(（]?)(?:([IVX]{1,6}|[A-Z])|(\d{1,2})|([a-z])|([一二三四五六七八九十]{1,3}))(?:([.)])\s|([）、．]))/u;

/** Returns what the number of a heading may be: `I.` is one, or the letter after `H.` */
export function labelsOf(text: string): readonly Label[] {
  const [, opens = "", capitals, count, small, han, closes, closesWide] = anyLabel.exec(text) ?? [];
  const signs = opens + (closes ?? closesWide ?? "");
  if (capitals !== undefined) return labelsOfCapitals(capitals, signs);
  if (count !== undefined) return [{ kind: "count", signs, value: Number(count) }];
  if (small !== undefined) return [{ kind: "small", signs, value: small.charCodeAt(0) - 0x60 }];
  return han === undefined ? [] : [{ kind: "han", signs, value: hanValue(han) }];
}

function labelsOfCapitals(capitals: string, signs: string): readonly Label[] {
  const labels: readonly Label[] = [
    { kind: "roman", signs, value: romanNumbers.indexOf(capitals) + 1 },
    { kind: "capital", signs, value: capitals.length === 1 ? capitals.charCodeAt(0) - 0x40 : 0 },
  ];
  return labels.filter(({ value }) => value > 0);
}

/** Returns the value of a Chinese number below 100: `十二` is 12. */
function hanValue(text: string): number {
  const [tens = "", ones = ""] = text.includes("十") ? text.split("十") : ["零", text];
  const digit = (sign: string): number => "零一二三四五六七八九".indexOf(sign === "" ? "零" : sign);
  return 10 * (tens === "" ? 1 : digit(tens)) + digit(ones);
}

const loneLabel =
  /^(?:\p{Lu}\p{L}+ (?:\d{1,3}|[IVXLC]{1,6}|[A-Z])|第\s*[\d一二三四五六七八九十百]{1,4}\s*[章节節部])[.:]?$/u;

/** True for the number of a chapter or part without a title: `Chapter 2`. */
export function isLoneLabel(text: string): boolean {
  return loneLabel.test(text);
}

/** True if the text starts with a heading number: `3.1`, `(2)`, `IV.`. */
export function isNumbered(text: string): boolean {
  return /^(?:\d+(?:\.\d+)*\.?|\(?(?:\d+|[A-Z])\)|[A-Z]\.|[IVX]+\.)\s/u.test(text);
}

/** How much larger than the text the number of a chapter is at least, and how large its title is compared with it. */
const labelRatio = 1.3;
const titleShare = 0.85;

/** Maximum number of lines of a title of a chapter, and maximum gap between it and the number above it, in ems. */
const mostTitleLines = 3;
const widestTitleGapEm = 4;

/**
 * Joins the number of a chapter at the top of a page, `Chapter 2`, with the title below it. The number takes the type and
 * tag of the title. A running header may be above it.
 */
export function withWholeTitles(parts: readonly PagePart[], body: BodyType): readonly PagePart[] {
  for (const at of [0, 1]) {
    const named = titleAtRight(parts.slice(at, at + 3));
    if (named !== undefined) return parts.toSpliced(at, 3, named);
    const [label, title] = parts.slice(at, at + 2);
    if (label?.kind !== "paragraph" || title?.kind !== "paragraph") continue;
    const [first] = title.lines;
    if (first === undefined || !isTitleOf(label, title, body)) continue;
    return parts.toSpliced(at, 2, { ...label, lines: [...inTypeOf(first, label.lines), ...title.lines] });
  }
  return parts;
}

/** Ends of lines closer than this are aligned, in points. */
const alignedPt = 1;

/**
 * Returns a chapter title of Sphinx, `CHAPTER`, `ONE` and the title in capitals at the right, as one paragraph in the type
 * of the title.
 */
function titleAtRight(parts: readonly PagePart[]): Paragraph | undefined {
  const paragraphs = parts.filter((part) => part.kind === "paragraph");
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
  const [, , first] = lines;
  if (first === undefined || first !== paragraphs[2]?.lines[0] || lines.length > 2 + mostTitleLines) return undefined;
  return areSetAtRight(lines) ? { kind: "paragraph", lines: inTypeOf(first, lines), isClose: false } : undefined;
}

/** True for lines in capitals that end at one position: a word, a larger one, and others in the type of that. */
function areSetAtRight([word, ...others]: readonly FlowLine[]): boolean {
  const [count] = others;
  if (word === undefined || count === undefined || word.sizePt > titleShare * count.sizePt) return false;
  if (!/^\p{Lu}{3,}$/u.test(word.text) || !/^\p{Lu}[\p{Lu} -]+$/u.test(count.text)) return false;
  return others.every(
    (line) => isInType(line, count) && !/\p{Ll}/u.test(line.text) && Math.abs(line.box.x1 - word.box.x1) < alignedPt,
  );
}

function isInType(line: FlowLine, { font, sizePt }: FlowLine): boolean {
  return line.font === font && Math.abs(line.sizePt - sizePt) < samePt;
}

function inTypeOf({ sizePt, font, isBold, isItalic, tag }: FlowLine, lines: readonly FlowLine[]): readonly FlowLine[] {
  return lines.map((line) => ({ ...line, sizePt, font, isBold, isItalic, tag }));
}

function isTitleOf({ lines: labels }: Paragraph, { lines }: Paragraph, body: BodyType): boolean {
  const [label, first] = [labels[0], lines[0]];
  if (label === undefined || first === undefined || labels.length > 1 || lines.length > mostTitleLines) return false;
  const isLarge = label.sizePt >= labelRatio * body.sizePt && first.sizePt >= titleShare * label.sizePt;
  if (!isLarge || !isLoneLabel(label.text) || /^(?:\p{Lu}\p{L}+ )?\d+(?:\.\d|[.:]?\s|$)/u.test(first.text))
    return false;
  return first.box.y0 >= label.box.y1 && gapEm(label, first) < widestTitleGapEm;
}

/** The words for an abstract and for contents. */
const frontSection =
  /^(?:abstract|summary|contents|table of contents|zusammenfassung|kurzfassung|inhalt(?:sverzeichnis)?|résumé|table des matières|sommaire|resumen|índice(?: general)?|resumo|sumário|riassunto|sommario|indice|samenvatting|inhoud(?:sopgave)?|sammanfattning|innehåll|streszczenie|spis treści|аннотация|содержание|摘\s*要|目\s*[录次]|概要|要旨|초록|목차)[.:]?$/iu;

/** True for the heading of an abstract or of contents, which have no sections in whatever type they are set. */
export function isFrontSection(text: string): boolean {
  return frontSection.test(text);
}
