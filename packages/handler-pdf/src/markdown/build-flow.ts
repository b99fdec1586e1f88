import type { Table, TextLine } from "../model/page-content.ts";
import type { FlowItem, FlowLine } from "../layout/flow.ts";
import { lineText, rawText } from "../layout/inline-text.ts";
import { shortenLeader } from "../layout/order/leaders.ts";
import { lineStyle } from "../layout/line-style.ts";
import type { PlacedLine } from "../layout/order/reading-order.ts";

/** Makes the flow of a page: a table in the place of the first of its lines, and the lines that are in none. */
export function buildFlow(placed: readonly PlacedLine[], tables: readonly Table[]): readonly FlowItem[] {
  const items: FlowItem[] = [];
  const turned: FlowItem[] = [];
  const told = new Set<Table>();
  for (const { line, block } of placed) {
    const table = tables.find((one) => one.lines.has(line));
    if (table === undefined) {
      const item = flowLine(line, block);
      if (item.text !== "") (isInMargin(line) ? turned : items).push(item);
    } else if (!told.has(table)) {
      told.add(table);
      items.push({ kind: "table", table });
    }
  }
  return [...items, ...turned];
}

/** Text turned by a quarter, as the stamp at the side of a paper: it comes last. Columns of upright signs are text. */
function isInMargin(line: TextLine): boolean {
  return (
    line.direction === "vertical" &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line.runs[0]?.text ?? "")
  );
}

function flowLine(line: TextLine, block: number): FlowLine {
  const style = lineStyle(line);
  return {
    kind: "line",
    text: shortenLeader(lineText(line)),
    raw: style.isMonospaced ? rawText(line) : "",
    box: line.box,
    sizePt: style.sizePt,
    font: style.font,
    isBold: style.isBold,
    isItalic: style.isItalic,
    isMonospaced: style.isMonospaced,
    isRightToLeft: line.direction === "rtl",
    isVertical: line.direction === "vertical",
    isSpread: false,
    block,
    tag: line.tag,
  };
}
