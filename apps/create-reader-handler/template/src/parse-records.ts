/** What a file holds. */
export interface Records {
  /** Each as Markdown: a list of its fields. */
  readonly records: readonly string[];
  /** The numbers of lines that are no field, counted from 1. */
  readonly oddLines: readonly number[];
}

/** Reads the records after the first line. Empty lines separate them; a record has a `key: value` on each line. */
export function parseRecords(content: string): Records {
  const records: string[] = [];
  const oddLines: number[] = [];
  let isOpen = false;
  for (const [at, line] of content.split(/\r?\n/).entries()) {
    if (at === 0) continue;
    if (line.trim() === "") {
      isOpen = false;
      continue;
    }
    const [, key, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) oddLines.push(at + 1);
    const field = key === undefined ? `- ${line.trim()}\n` : `- **${key.trim()}**: ${value}\n`;
    if (isOpen) records.push(`${records.pop()}${field}`);
    else records.push(field);
    isOpen = true;
  }
  return { records, oddLines };
}
