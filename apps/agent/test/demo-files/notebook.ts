import type { Morning } from "./app-log.ts";

/** The notebook as Jupyter saves one; `chart` is the PNG that its last cell drew. */
export function analysisNotebook({ quarters, firstFailure, lastFailure, lines }: Morning, chart: Uint8Array): string {
  const failed = quarters.reduce((sum, quarter) => sum + quarter.failed, 0);
  const bad = quarters.filter((quarter) => quarter.failed > 0);
  const worst = bad.toSorted((left, right) => right.failed - left.failed)[0];
  const cells = [
    markdown(
      "# Orders that failed on 14 March\n\nCounted in `app.log`, because the report went out before the log was closed.",
    ),
    code(1, readSource, stream(`${lines.length} lines, ${failed} failed orders\n`)),
    code(2, "failed[0][:19], failed[-1][:19]", value(2, `('2026-03-14T${firstFailure}', '2026-03-14T${lastFailure}')`)),
    code(3, tableSource, stream(bad.map(({ start, failed: count }) => `${start}  ${count}\n`).join(""))),
    markdown(`The worst quarter starts at ${worst?.start ?? ""}: ${worst?.failed ?? 0} orders failed in it.`),
    code(4, "plot(quarters)", picture(chart)),
  ];
  const notebook = {
    cells: cells.map((cell, at) => ({ id: `cell-${at + 1}`, ...cell })),
    metadata: {
      kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
      language_info: { name: "python", version: "3.12.2" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, undefined, 1)}\n`;
}

const readSource = `from collections import Counter

lines = open("app.log").read().splitlines()
failed = [line for line in lines if " failed: " in line]
print(len(lines), "lines,", len(failed), "failed orders")`;

const tableSource = `quarters = Counter(line[11:14] + f"{int(line[14:16]) // 15 * 15:02}" for line in failed)
for quarter in sorted(quarters):
    print(quarter, "", quarters[quarter])`;

function markdown(source: string): object {
  return { cell_type: "markdown", metadata: {}, source: linesOf(source) };
}

function code(count: number, source: string, output: object): object {
  return { cell_type: "code", execution_count: count, metadata: {}, outputs: [output], source: linesOf(source) };
}

function stream(text: string): object {
  return { name: "stdout", output_type: "stream", text: linesOf(text) };
}

function value(count: number, text: string): object {
  return { data: { "text/plain": [text] }, execution_count: count, metadata: {}, output_type: "execute_result" };
}

function picture(png: Uint8Array): object {
  const data = {
    "image/png": Buffer.from(png).toString("base64"),
    "text/plain": ["<Figure size 800x360 with 1 Axes>"],
  };
  return { data, metadata: {}, output_type: "display_data" };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
