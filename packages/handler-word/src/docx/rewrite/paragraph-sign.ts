import type { ListLabel, Numbering } from "../numbering.ts";
import type { ParagraphSign } from "../signs.ts";
import { first, valueOf, type WordElement } from "../tree.ts";
import type { WordStyle } from "../styles.ts";
import type { Rewriting } from "./rewriting.ts";

/** What a paragraph with content is; undefined for one that is nothing but a paragraph. It is counted in its list. */
export function paragraphSign(
  properties: WordElement | undefined,
  style: WordStyle | undefined,
  rewriting: Rewriting,
): ParagraphSign | undefined {
  const list = listOf(properties, style, rewriting);
  const level = headingOf(properties, style);
  if (level > 0)
    return { type: "heading", level: Math.min(6, level), label: list?.isBullet === false ? list.label : "" };
  if (list !== undefined) {
    return { type: "item", level: list.level, label: list.isBullet ? undefined : list.label };
  }
  if (style?.isCode === true) return { type: "code" };
  return style?.isQuote === true ? { type: "quote" } : undefined;
}

/** 0 for what is no heading. */
function headingOf(properties: WordElement | undefined, style: WordStyle | undefined): number {
  const own = valueOf(properties, "w:outlineLvl");
  if (own === undefined) return style?.heading ?? 0;
  const level = Number(own);
  return level >= 0 && level < 9 ? level + 1 : 0;
}

/** Its own list, or that of its style; the number 0 takes a list away. */
function listOf(
  properties: WordElement | undefined,
  style: WordStyle | undefined,
  { numbering }: Rewriting,
): ListLabel | undefined {
  const own = first(properties, "w:numPr");
  const numId = valueOf(own, "w:numId") ?? style?.list?.numId;
  if (numId === undefined || numId === "0") return undefined;
  const level = valueOf(own, "w:ilvl") ?? levelOfStyle(valueOf(properties, "w:pStyle"), style, numbering);
  return numbering.next(numId, Number(level));
}

/** A list may name the styles of its levels. */
function levelOfStyle(id: string | undefined, style: WordStyle | undefined, numbering: Numbering): number {
  return numbering.ofStyle(id ?? "")?.level ?? style?.list?.level ?? 0;
}
