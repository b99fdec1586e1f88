import { ReadError } from "@reader/core/handler";
import { inlineMark } from "@reader/core/render";
import {
  chartMarkdown,
  chartTable,
  chartexTable,
  diagramMarkdown,
  diagramText,
  type DiagramLine,
  contentOf,
  findAll,
  partOf,
  tableCells,
} from "@reader/office-kit/drawing";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";
import { baseName, pictureBlocks } from "./pictures.ts";
import { alternativeOf, line, markOf } from "./shape-names.ts";
import { surroundingsOf, type SlidePart } from "./slide-part.ts";

/** What a frame (`p:graphicFrame`) shows: a table, a chart, a diagram, an object of another program. */
export async function graphicBlocks(frame: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const alt = alternativeOf(frame);
  const blocks: SlideBlock[] = [];
  for (const content of contentOf(partOf(frame, "a:graphic", "a:graphicData"))) {
    blocks.push(...(await blocksOf(content, part)));
  }
  return alt === "" ? blocks : [line(inlineMark("alternative text", [alt])), ...blocks];
}

async function blocksOf(content: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  switch (content.name) {
    case "a:tbl":
      return [tableBlock(content, part)];
    case "c:chart":
    case "cx:chart":
      return chartBlocks(content, part);
    case "dgm:relIds":
      return diagramBlocks(content, part);
    case "p:oleObj":
      return objectBlocks(content, part);
    default:
      return [];
  }
}

function tableBlock(table: XmlElement, part: SlidePart): SlideBlock {
  const { firstRow } = childOf(table, "a:tblPr")?.attributes ?? {};
  const hasHeader = firstRow === "1" || firstRow === "true";
  return { type: "table", rows: tableCells(table, surroundingsOf(part, [])), hasHeader };
}

async function chartBlocks({ attributes, name }: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const root = await treeOf(attributes["r:id"], part);
  if (root === undefined) return [line("[chart · missing]")];
  const chart = name === "c:chart" ? chartTable(root) : chartexTable(root);
  return [{ type: "markdown", markdown: chartMarkdown(chart), is: "chart" }];
}

async function diagramBlocks({ attributes }: XmlElement, part: SlidePart): Promise<readonly SlideBlock[]> {
  const root = await treeOf(attributes["r:dm"], part);
  if (root === undefined) return [line("[diagram · missing]")];
  const markdown = diagramMarkdown(await diagramLines(root, part));
  return markdown === "" ? [] : [{ type: "markdown", markdown, is: "diagram" }];
}

/** Where the data has no words, the drawing that a program keeps beside it may have them. */
async function diagramLines(root: XmlElement, part: SlidePart): Promise<readonly DiagramLine[]> {
  const lines = diagramText(root);
  if (lines.length > 0) return lines;
  const drawn = await treeOf(findAll(root, "dsp:dataModelExt")[0]?.attributes["relId"], part);
  return drawn === undefined ? [] : diagramText(drawn);
}

/** A part that a relationship leads to; undefined where it is missing or damaged. */
async function treeOf(id: string | undefined, { relationships, parts }: SlidePart): Promise<XmlElement | undefined> {
  const relationship = relationships.get(id ?? "");
  if (relationship === undefined || relationship.isExternal) return undefined;
  try {
    return await parts.tree(relationship.target);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

function objectBlocks(content: XmlElement, part: SlidePart): readonly SlideBlock[] {
  const { progId = "", "r:id": id = "" } = content.attributes;
  const relationship = part.relationships.get(id);
  const { target = "", isExternal = false } = relationship ?? {};
  const name = part.fileNames.get(target) ?? baseName(target);
  const file = isExternal ? `linked: ${baseName(target)}` : name;
  const pictures = contentOf(content).filter(({ name }) => name === "p:pic");
  return [
    line(markOf(["embedded object", progId, file])),
    ...pictures.flatMap((picture) => pictureBlocks(picture, part)),
  ];
}
