import { describe, expect, it } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { writeAll } from "../markdown/documents.ts";

/** Reads a page with these operators and one font of 12 points. */
async function pageOf(operators: string): Promise<readonly string[]> {
  const engine = await loadPdfEngine();
  const document = new engine.PDFDocument();
  const font = document.addSimpleFont(new engine.Font("Helvetica"), "Latin");
  const resources = document.addObject({ Font: { F: font } });
  document.insertPage(-1, document.addPage([0, 0, 612, 792], 0, resources, operators));
  return writeAll(document);
}

function shown(text: string, x: number, y: number): string {
  return `BT /F 12 Tf 1 0 0 1 ${String(x)} ${String(y)} Tm (${text}) Tj ET`;
}

/** A filled disc of 4 points, or a square. */
function disc(x: number, y: number): string {
  const [r, k] = [2, 1.1];
  const [left, right, low, high] = [x - r, x + r, y - r, y + r].map(String);
  const control = (value: number) => String(value);
  return [
    `${right} ${String(y)} m`,
    `${right} ${control(y + k)} ${control(x + k)} ${high} ${String(x)} ${high} c`,
    `${control(x - k)} ${high} ${left} ${control(y + k)} ${left} ${String(y)} c`,
    `${left} ${control(y - k)} ${control(x - k)} ${low} ${String(x)} ${low} c`,
    `${control(x + k)} ${low} ${right} ${control(y - k)} ${right} ${String(y)} c f`,
  ].join(" ");
}

const square = (x: number, y: number): string => `${String(x - 2)} ${String(y - 2)} 4 4 re f`;

describe("items with drawn bullets", () => {
  it("are list items, each with its depth", async () => {
    const operators = [
      shown("The kit has these parts:", 72, 700),
      disc(82, 686),
      shown("a screwdriver with a blade", 96, 682),
      square(112, 668),
      shown("of three millimetres", 126, 664),
      disc(82, 650),
      shown("two lengths of cable", 96, 646),
    ].join("\n");
    expect(await pageOf(operators)).toEqual([
      "The kit has these parts:\n- a screwdriver with a blade\n  - of three millimetres\n- two lengths of cable\n",
    ]);
  });

  it("are not if the drawing is larger, far away, or among the words of a line", async () => {
    const operators = [
      `70 676 18 18 re f ${shown("beside a box", 96, 682)}`,
      `${square(30, 650)} ${shown("far from a mark", 96, 646)}`,
      `${shown("red", 60, 610)} ${square(88, 614)} ${shown("green", 96, 610)}`,
    ].join("\n");
    expect((await pageOf(operators)).join("")).not.toContain("- ");
  });
});
