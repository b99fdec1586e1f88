import type { CorpusDocument } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import { meetDemands } from "./score/demanded-strings.ts";
import { textFrom } from "./tools/tools.ts";
import type { Tool } from "./tools/tool.ts";

interface Recall {
  readonly name: string;
  /** Each string that was found, with the document that it belongs to. */
  readonly found: ReadonlySet<string>;
  readonly forbidden: number;
}

/**
 * Reports how many of the strings that upstream tests demand each tool finds, and their share of the strings that any tool
 * finds. Some strings are in no text layer: those tests look at metadata, or use OCR.
 */
export async function recallReport(documents: readonly CorpusDocument[], tools: readonly Tool[]): Promise<string> {
  const demanding = documents.filter(({ demands }) => demands !== undefined);
  const wanted = demanding.reduce((sum, { demands }) => sum + (demands?.mustInclude.length ?? 0), 0);
  const recalls: Recall[] = [];
  for (const tool of tools) recalls.push(await recallOf(tool, demanding));
  const attained = new Set(recalls.flatMap(({ found }) => [...found]));
  tellMisses(recalls, attained);
  const rows = recalls.map(({ name, found, forbidden }) => [
    name,
    `${found.size} of ${wanted}`,
    `${((100 * found.size) / Math.max(1, attained.size)).toFixed(1)} %`,
    String(forbidden),
  ]);
  const table = markdownTable(
    ["tool", "strings found", `of the ${attained.size} that any tool finds`, "forbidden"],
    rows,
  );
  return `${demanding.length} documents.\n\n${table}`;
}

async function recallOf(tool: Tool, documents: readonly CorpusDocument[]): Promise<Recall> {
  const found = new Set<string>();
  let forbidden = 0;
  for (const document of documents) {
    if (document.demands === undefined) continue;
    const { before, pages } = await textFrom(tool, document);
    const result = meetDemands(`${before}\n${pages}`, document.demands);
    for (const string of result.found) found.add(`${document.path}: ${JSON.stringify(string)}`);
    forbidden += result.forbidden.length;
  }
  return { name: tool.name, found, forbidden };
}

/** Says what the first tool, this project, does not have and another has. */
function tellMisses([ours]: readonly Recall[], attained: ReadonlySet<string>): void {
  for (const string of attained) {
    if (ours?.found.has(string) === false) process.stderr.write(`${ours.name} misses ${string}\n`);
  }
}
