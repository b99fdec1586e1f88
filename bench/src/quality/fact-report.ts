import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import { textFrom } from "./tools/tools.ts";
import type { Tool } from "./tools/tool.ts";

/** What is true of the text of a page. Tables and formulas are other facts, which are not scored here. */
type Fact =
  | { readonly pdf: string; readonly type: "present" | "absent"; readonly text: string }
  | { readonly pdf: string; readonly type: "order"; readonly before: string; readonly after: string }
  | { readonly pdf: string; readonly type: "other" };

const kinds = ["present", "absent", "order"] as const;

/** Counts the facts of the sample of olmOCR-bench that hold for the text of each tool. Only letters and digits count. */
export async function factReport(tools: readonly Tool[]): Promise<string> {
  const facts = knownFacts();
  const rows: (readonly string[])[] = [];
  for (const tool of tools) {
    const cells: string[] = [];
    for (const kind of kinds) {
      const ofKind = facts.filter(({ type }) => type === kind);
      const held = await Promise.all(ofKind.map((fact) => holds(tool, fact)));
      cells.push(`${held.filter(Boolean).length} of ${ofKind.length}`);
    }
    rows.push([tool.name, ...cells]);
  }
  return markdownTable(["tool", "text that is there", "running headers left out", "in order"], rows);
}

async function holds(tool: Tool, fact: Fact): Promise<boolean> {
  const { pages } = await textFrom(tool, { path: join(corpusFolder, "facts/pdfs", fact.pdf) });
  const text = lettersOf(pages);
  if (fact.type === "present") return text.includes(lettersOf(fact.text));
  // A tool that gives no text at all leaves nothing out.
  if (fact.type === "absent") return text !== "" && !text.includes(lettersOf(fact.text));
  if (fact.type !== "order") return false;
  const [first, last] = [text.indexOf(lettersOf(fact.before)), text.lastIndexOf(lettersOf(fact.after))];
  return first >= 0 && first < last;
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function knownFacts(): readonly Fact[] {
  const path = join(corpusFolder, "facts/dataset.jsonl");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as Fact);
}
