import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";

/** Points of a series that are kept: more than a model can follow, and a bound for hostile indices. */
const maxPoints = 20_000;

/** What a chart keeps of the cells that a part of it stands for; holes are empty. */
export function valuesOf(element: XmlElement | undefined): readonly string[] {
  const levels = childOf(element, "c:multiLvlStrRef", "c:multiLvlStrCache");
  if (levels !== undefined) return joinLevels(childrenOf(levels, "c:lvl").map(pointsOf));
  const cache = cacheOf(element);
  return cache === undefined ? [] : pointsOf(cache);
}

function cacheOf(element: XmlElement | undefined): XmlElement | undefined {
  return (
    childOf(element, "c:strRef", "c:strCache") ??
    childOf(element, "c:numRef", "c:numCache") ??
    childOf(element, "c:strLit") ??
    childOf(element, "c:numLit")
  );
}

/** The inner level is written first; an outer one names only the first of those that it spans. */
function joinLevels(levels: readonly (readonly string[])[]): readonly string[] {
  const length = levels.reduce((most, level) => Math.max(most, level.length), 0);
  const last = levels.map(() => "");
  return Array.from({ length }, (_, at) => {
    for (const [level, values] of levels.entries()) last[level] = (values[at] ?? "") || (last[level] ?? "");
    return last
      .filter((label) => label !== "")
      .toReversed()
      .join(" / ");
  });
}

function pointsOf(cache: XmlElement): readonly string[] {
  const format = textIn(childOf(cache, "c:formatCode"));
  const points: string[] = [];
  for (const point of childrenOf(cache, "c:pt")) {
    const index = Number(point.attributes["idx"] ?? points.length);
    if (!(index >= 0 && index < maxPoints)) continue;
    while (points.length < index) points.push("");
    points[index] = shownValue(textIn(childOf(point, "c:v")), point.attributes["formatCode"] ?? format);
  }
  return points;
}

/** A value as people read it: without the noise of binary fractions, dates as dates, percentages as such. */
export function shownValue(value: string, format: string): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value.trim();
  if (isDateFormat(format)) return dateOf(number, format);
  if (/^0(?:\.0+)?%$/.test(format)) return `${rounded(number * 100)}%`;
  return rounded(number);
}

/** Fifteen digits are what a cell has (ECMA-376-1, 18.17.5.2). */
function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function isDateFormat(format: string): boolean {
  const plain = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  return /[ymd]/i.test(plain) && !/general|standard|[#0?]/i.test(plain.replaceAll(/s\.0+/gi, ""));
}

/** Days since 30 December 1899, which is right from March 1900 on (ECMA-376-1, 18.17.4.1). */
const epoch = Date.UTC(1899, 11, 30);
/** 31 December 9999. */
const lastDay = 2_958_465;

function dateOf(days: number, format: string): string {
  if (days < 0 || days > lastDay) return rounded(days);
  const iso = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString();
  return /[hs]/i.test(format) ? iso.slice(0, 19).replace("T", " ") : iso.slice(0, 10);
}
