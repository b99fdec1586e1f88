import { describe, expect, test } from "vitest";
import { pptx } from "../../src/index.ts";
import { chart, type SeriesXml } from "./charts-xml.ts";
import { makePptx, part } from "./deck-builder.ts";
import { readBytes } from "../support/read-bytes.ts";
import { frame } from "./shapes-xml.ts";

/** The text of a slide with one graphic, whose part has this content. */
async function graphic(element: string, content: string): Promise<string> {
  const { text } = await readBytes(
    pptx(),
    makePptx({
      slides: [{ shapes: frame(element), links: [["g", "chart", "../graphics/one.xml"]] }],
      parts: { "ppt/graphics/one.xml": content },
    }),
  );
  return text.replace("[slide 1]\n", "");
}

const chartOf = (kind: string, series: readonly SeriesXml[]): Promise<string> =>
  graphic('<c:chart r:id="g"/>', part("c:chartSpace", chart(kind, "Sales", series)));

const quarters = ["Q1", "Q2", "Q3"];

describe("a chart", () => {
  test("is a table of its series, with the few categories across", async () => {
    const series = [
      { name: "North", categories: quarters, values: [1, 0.1 + 0.2, 3] },
      { name: "South", categories: quarters, values: [4, "", 6] },
    ];
    expect(await chartOf("bar3DChart", series)).toBe(
      "[bar chart · Sales]\n\n||Q1|Q2|Q3|\n|---|---|---|---|\n|North|1|0.3|3|\n|South|4||6|\n",
    );
  });

  test("with many categories has them one below the other", async () => {
    const days = Array.from({ length: 13 }, (_, at) => `Day ${at + 1}`);
    const text = await chartOf("lineChart", [{ name: "Visits", categories: days, values: days.map((_, at) => at) }]);
    expect(text).toMatch(/^\[line chart · Sales\]\n\n\|\|Visits\|\n\|---\|---\|\n\|Day 1\|0\|\n/);
  });

  test("shows dates and percentages as such", async () => {
    const dated = await chartOf("lineChart", [
      { name: "Start", categories: ["A"], values: [43_831], format: "d/m/yyyy" },
    ]);
    expect(dated).toContain("|A|2020-01-01|");
    const shares = await chartOf("pieChart", [{ name: "Share", categories: ["A"], values: [0.125], format: "0.0%" }]);
    expect(shares).toContain("|A|12.5%|");
  });

  test("without its part is said to be missing", async () => {
    expect(await graphic('<c:chart r:id="nowhere"/>', "")).toBe("[chart · missing]\n");
  });

  test("of the later kind is read too", async () => {
    const points = (values: readonly string[]): string =>
      values.map((value, at) => `<cx:pt idx="${at}">${value}</cx:pt>`).join("");
    const data = `<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>${points(["In", "Out"])}</cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl>${points(["5", "-2"])}</cx:lvl></cx:numDim></cx:data></cx:chartData>`;
    const series = `<cx:chart><cx:title><cx:tx><cx:txData><cx:v>Cash</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Flow</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart>`;
    const space = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex">${data}${series}</cx:chartSpace>`;
    const element = '<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="g"/>';
    expect(await graphic(element, space)).toBe("[waterfall chart · Cash]\n\n||In|Out|\n|---|---|---|\n|Flow|5|-2|\n");
  });
});

describe("a diagram", () => {
  const point = (id: string, words: string, type = "node"): string =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const connection = (from: string, to: string, order: number): string =>
    `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
  const diagram = (points: string, connections: string): Promise<string> =>
    graphic(
      '<dgm:relIds r:dm="g"/>',
      part("dgm:dataModel", `<dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst>`),
    );

  test("is a list in its order and at its levels", async () => {
    const points = [`<dgm:pt modelId="0" type="doc"/>`, point("1", "Plan"), point("2", "Do"), point("3", "Ask")].join(
      "",
    );
    const connections = connection("0", "2", 1) + connection("0", "1", 0) + connection("1", "3", 0);
    expect(await diagram(points, connections)).toBe("[diagram]\n\n- Plan\n  - Ask\n- Do\n");
  });

  test("whose points lead to each other ends", async () => {
    const text = await diagram(
      point("1", "Hen") + point("2", "Egg"),
      connection("1", "2", 0) + connection("2", "1", 0),
    );
    expect(text).toBe("[diagram]\n\n- Hen\n  - Egg\n");
  });
});
