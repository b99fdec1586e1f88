import type { KnownDocument } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { countHeadings, type HeadingCounts } from "./score/headings.ts";
import { f1, relationCounts, sumOfCounts, type RelationCounts } from "./score/neighbour-relations.ts";
import { orderSimilarity } from "./score/order-similarity.ts";
import { scoreTables, type TableScores } from "./score/score-tables.ts";
import { markdownTables } from "./score/tables-of.ts";
import type { Table } from "./score/table-similarity.ts";
import { textFrom } from "./tools/tools.ts";
import type { Tool } from "./tools/tool.ts";

interface DocumentScore {
  readonly similarity: number;
  readonly headings: HeadingCounts;
  readonly tables: TableScores;
  readonly relations: RelationCounts;
}

/**
 * What tools make of the pages of documents whose Markdown is known: the order of the words, the headings and the
 * tables. What a tool says of a document as a whole does not count here.
 */
export async function structureReport(known: readonly KnownDocument[], tools: readonly Tool[]): Promise<string> {
  const results: (readonly [Tool, readonly DocumentScore[]])[] = [];
  for (const tool of tools) {
    const scores: DocumentScore[] = [];
    for (const document of known)
      scores.push(scoreText(tool, (await textFrom(tool, document)).pages, document.reference));
    results.push([tool, scores]);
  }
  return `${known.length} documents.\n\n${summary(results)}`;
}

function scoreText(tool: Tool, text: string, reference: string): DocumentScore {
  const [wanted, found] = [markdownTables(reference).filter(hasRows), tool.tablesOf(text)];
  return {
    similarity: orderSimilarity(text, reference),
    headings: countHeadings(text, reference),
    tables: scoreTables(wanted, found),
    relations: relationCounts(wanted, found),
  };
}

/** One row is how docling's Markdown sets a title that stands in a box; it is no table to be found. */
function hasRows(table: Table): boolean {
  return table.length > 1;
}

type Results = readonly (readonly [Tool, readonly DocumentScore[]])[];

function summary(results: Results): string {
  const header = [
    "tool",
    "order, mean",
    "order, lowest",
    "headings found / written / wanted",
    "tables, mean",
    "neighbour relations, F1",
    "false tables",
  ];
  const rows = results.map(([{ name }, scores]) => {
    const order = scores.map(({ similarity }) => similarity);
    const tables = scores.flatMap((score) => score.tables.scores);
    return [
      name,
      average(order).toFixed(3),
      Math.min(...order).toFixed(3),
      headingCell(scores.map(({ headings }) => headings)),
      `${average(tables).toFixed(2)} of ${tables.length}`,
      f1(sumOfCounts(scores.map(({ relations }) => relations))).toFixed(3),
      String(scores.reduce((sum, score) => sum + score.tables.falseTables, 0)),
    ];
  });
  return markdownTable(header, rows);
}

function headingCell(counts: readonly HeadingCounts[]): string {
  const total = (field: keyof HeadingCounts): number => counts.reduce((sum, count) => sum + count[field], 0);
  return `${total("found")} / ${total("written")} / ${total("wanted")}`;
}
