import type { PageContent, TextRun } from "../model/page-content.ts";

/** The same content with other runs; the same object where none is another. */
export function mapRuns(content: PageContent, map: (run: TextRun) => readonly TextRun[]): PageContent {
  let isChanged = false;
  const blocks = content.blocks.map((block) => ({
    ...block,
    lines: block.lines.map((line) => {
      const runs = line.runs.flatMap(map);
      if (runs.every((run, index) => run === line.runs[index])) return line;
      isChanged = true;
      return { ...line, runs };
    }),
  }));
  return isChanged ? { ...content, blocks } : content;
}
