import { sharedWidth } from "../../model/boxes.ts";
import { isHeadingRole, type PageContent, type TextBlock } from "../../model/page-content.ts";
import { trimmedLength } from "../../model/plain-text.ts";

/** The assessment of the tags of a page. */
export interface TagAssessment {
  /** The page, with its tags if they are reliable. */
  readonly content: PageContent;
  readonly areTrusted: boolean;
}

/** Minimum share of characters with tags. */
const minTaggedShare = 0.8;

/** Maximum share of single-line elements. With more, the program that wrote the tags did not know paragraphs. */
const maxSingleLines = 0.85;

/** Maximum number of characters of a heading. More are a heading and the text below it. */
const longestHeading = 400;

/** Assesses the tags of a page, and inserts untagged text between tagged text. */
export function assessTags(page: PageContent): TagAssessment {
  const content = withoutLongHeadings(page);
  const named = content.blocks.filter((block) => block.lines[0]?.tag !== undefined);
  if (named.length === 0) return { content, areTrusted: false };
  if (inkOf(named) < minTaggedShare * inkOf(content.blocks))
    return { content: withoutTags(content), areTrusted: false };
  const tagged = placedByTags(named);
  const known = new Set(tagged);
  const strays = content.blocks.filter((block) => !known.has(block) && inkOf([block]) > 0);
  const blocks = insertStrays(tagged, strays);
  return { content: { ...content, blocks }, areTrusted: !partsEveryLine(tagged) };
}

/** Removes the tags of headings that hold text too: some programs end a heading only where the next one begins. */
function withoutLongHeadings(content: PageContent): PageContent {
  const inkByElement = new Map<number, number>();
  for (const block of content.blocks) {
    const tag = block.lines[0]?.tag;
    if (tag !== undefined && isHeadingRole(tag.role))
      inkByElement.set(tag.element, (inkByElement.get(tag.element) ?? 0) + inkOf([block]));
  }
  const isLong = ({ lines: [first] }: TextBlock): boolean =>
    (inkByElement.get(first?.tag?.element ?? -1) ?? 0) > longestHeading;
  if (!content.blocks.some(isLong)) return content;
  return { ...content, blocks: content.blocks.map((block) => (isLong(block) ? untagged(block) : block)) };
}

/**
 * Returns the blocks with useful tags. Chromium tags the rest of a column after a page break as text of the document
 * itself, without a position, unless most text is tagged like that. The words of items are in their list.
 */
function placedByTags(tagged: readonly TextBlock[]): readonly TextBlock[] {
  const placed = tagged.filter(({ lines: [first] }) => first?.tag?.role !== "Document" || first.tag.item !== undefined);
  return inkOf(placed) < minTaggedShare * inkOf(tagged) ? tagged : placed;
}

function inkOf(blocks: readonly TextBlock[]): number {
  let ink = 0;
  for (const { lines } of blocks) for (const { runs } of lines) for (const { text } of runs) ink += trimmedLength(text);
  return ink;
}

function withoutTags(content: PageContent): PageContent {
  return { ...content, blocks: content.blocks.map(untagged) };
}

function untagged(block: TextBlock): TextBlock {
  return { ...block, lines: block.lines.map(({ runs, box, direction }) => ({ runs, box, direction })) };
}

/** True for paragraphs of full width that each have one line. */
function partsEveryLine(blocks: readonly TextBlock[]): boolean {
  const paragraphs = blocks.filter(
    (block) => block.lines[0]?.tag?.role === "P" && block.lines[0].tag.cell === undefined,
  );
  const close = paragraphs.filter((block, index) => {
    const next = paragraphs[index + 1];
    if (next === undefined || block.lines.length > 1) return false;
    const gapPt = next.box.y0 - block.box.y1;
    return gapPt > -4 && gapPt < 4 && sharedWidth(block.box, next.box) > 0.9;
  });
  return paragraphs.length >= 8 && close.length > maxSingleLines * paragraphs.length;
}

/** Puts untagged text before the first tagged text that starts below it. */
function insertStrays(tagged: readonly TextBlock[], strays: readonly TextBlock[]): readonly TextBlock[] {
  const blocks = [...tagged];
  const highestPt = tagged.reduce((least, block) => Math.min(least, beginningOf(block)), Infinity);
  for (const stray of strays) {
    const endPt = stray.box.y1 - 2;
    const isAboveAll = highestPt >= endPt;
    const at = blocks.findIndex(
      (block) => beginningOf(block) >= endPt && (isAboveAll || sharedWidth(block.box, stray.box) > 0),
    );
    blocks.splice(at < 0 ? blocks.length : at, 0, stray);
  }
  return blocks;
}

/** A paragraph in columns starts with its first line, which is not the highest one. */
function beginningOf({ lines: [first], box }: TextBlock): number {
  return (first?.box ?? box).y0;
}
