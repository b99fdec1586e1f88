import { loadExactTokenCounter, type TokenCounter } from "@reader/core";
import { markdownTable } from "./markdown-table.ts";
import { words } from "./score/words.ts";
import { textFrom } from "./tools/tools.ts";
import type { Tool, ToolInput } from "./tools/tool.ts";

/** Tools compared by their tokens. */
export interface TokenComparison {
  readonly documents: readonly ToolInput[];
  readonly tools: readonly Tool[];
  /** The name of the tool whose tokens are 1. */
  readonly peer: string;
}

/**
 * Counts the o200k tokens and the words of documents that every tool reads. A tool that leaves out words needs fewer
 * tokens, so both are given, and the tokens a word. Tags count as tokens only.
 */
export async function tokenReport({ documents, tools, peer }: TokenComparison): Promise<string> {
  const count = await loadExactTokenCounter();
  const counted: (readonly Counts[])[] = [];
  for (const document of documents) counted.push(await countsOf(document, tools, count));
  const common = counted.filter((counts) => counts.every((each) => each.words > 0));
  const sums = tools.map((_, index) => common.map((counts) => counts[index] ?? none).reduce(sum, none));
  const one = sums[tools.findIndex(({ name }) => name === peer)] ?? none;
  const rows = tools.map(({ name }, index) => {
    const { tokens, words: found } = sums[index] ?? none;
    const each = tokens / Math.max(1, common.length);
    return [
      name,
      each.toFixed(0),
      (tokens / one.tokens).toFixed(3),
      (found / one.words).toFixed(3),
      (tokens / found).toFixed(2),
    ];
  });
  const header = ["tool", "tokens a document", `tokens, of ${peer}`, `words, of ${peer}`, "tokens a word"];
  return `${common.length} documents of ${documents.length} from which every tool has words.\n\n${markdownTable(header, rows)}`;
}

interface Counts {
  readonly tokens: number;
  readonly words: number;
}

const none: Counts = { tokens: 0, words: 0 };

function sum(one: Counts, other: Counts): Counts {
  return { tokens: one.tokens + other.tokens, words: one.words + other.words };
}

/** The names in HTML tags, in which some tools write tables, are no words of the document. */
function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^>]*>|<!--.*?-->/gisu, " ");
}

async function countsOf(document: ToolInput, tools: readonly Tool[], count: TokenCounter): Promise<readonly Counts[]> {
  const counts: Counts[] = [];
  for (const tool of tools) {
    const { before, pages } = await textFrom(tool, document);
    counts.push({ tokens: count(`${before}${pages}`), words: words(withoutTags(pages)).length });
  }
  return counts;
}
