import { ReadError } from "@reader/core/handler";
import type { Flow, Recording } from "@reader/document/builder";
import type { OfficePackage } from "@reader/office-kit/package";
import { createXmlReader, childOf, readXmlTree, type XmlElement } from "@reader/office-kit/xml";
import { chartObject, withoutDoctypeAtStart } from "@reader/office-kit/odf";
import { mathMarkdown } from "@reader/office-kit/equations";
import { odfListener } from "./odf-listener.ts";
import { aloneWith, createOdfReader } from "./odf-reader.ts";

/** What the objects inside a document say, by the names of their folders. */
export interface OdfObjects {
  readonly contents: Map<string, Recording>;
  readonly formulas: Map<string, string>;
}

/** Objects of one document that are read. */
const maxObjects = 200;

/** Reads the formulas, charts and tables that are embedded in a document. One that is damaged is left out. */
export async function readOdfObjects(opened: OfficePackage, flow: Flow): Promise<OdfObjects> {
  const objects: OdfObjects = { contents: new Map(), formulas: new Map() };
  const parts = opened.zip.entries.map(({ name }) => name).filter((name) => /^[^/]+\/content\.xml$/.test(name));
  for (const part of parts.slice(0, maxObjects)) {
    const bytes = await opened.bytes(part);
    if (bytes === undefined) continue;
    try {
      readObject(withoutDoctypeAtStart(bytes), part, { flow, objects });
    } catch (error) {
      if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    }
  }
  return objects;
}

/** Bytes of an object that tell what it is; of charts, their styles come first. */
const maxStartBytes = 100_000;

const isChart = /<(?:[\w-]+:)?chart\s[^<>]*\bchart:class=/;

/** Whether there was a chart to tell. */
function tellChart(root: XmlElement, flow: Flow): boolean {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return false;
  flow.startParagraph({});
  flow.raw(chartObject(chart).trim());
  flow.endParagraph();
  return true;
}

interface Into {
  readonly flow: Flow;
  readonly objects: OdfObjects;
}

function readObject(bytes: Uint8Array, part: string, { flow, objects }: Into): void {
  const name = part.slice(0, part.indexOf("/"));
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, maxStartBytes));
  if (/<(?:[\w-]+:)?math\b/.test(start.slice(0, 4000))) {
    const formula = mathMarkdown(readXmlTree(bytes, part));
    if (formula !== "") objects.formulas.set(name, formula);
    return;
  }
  flow.beginAside();
  try {
    if (isChart.test(start) && tellChart(readXmlTree(bytes, part), flow)) return;
    const reader = createXmlReader(part, odfListener(createOdfReader(aloneWith(flow))));
    reader.write(bytes);
    reader.end();
  } finally {
    objects.contents.set(name, flow.endAside());
  }
}
