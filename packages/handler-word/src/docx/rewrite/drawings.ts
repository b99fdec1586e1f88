import { ownEntry } from "@reader/document/content";
import { inlineMark } from "@reader/core/render";
import { descriptionOf } from "./drawing-description.ts";
import { first, nameOf, type WordElement, type WordNode } from "../tree.ts";
import type { InlineWriter, RunLook } from "./inline-writer.ts";
import type { PartRewriting } from "./rewriting.ts";

/** Where what a drawing holds goes to. */
export interface DrawingTarget {
  readonly writer: InlineWriter;
  readonly look: RunLook;
  /** The content of text boxes, which goes after the paragraph. */
  readonly boxes: WordElement[];
}

/**
 * What a drawing holds (`w:drawing`, `w:pict`, `w:object`): pictures, charts and diagrams where it stands, text boxes
 * after the paragraph, and the words that describe it where it shows nothing else.
 */
export function writeDrawing(drawing: WordElement, target: DrawingTarget, part: PartRewriting): void {
  const found: Found = { alt: descriptionOf(drawing), shown: 0 };
  collect(drawing, { found, target, part });
  if (found.shown === 0 && found.alt !== "") {
    target.writer.sign(part.signs.put({ type: "words", markdown: inlineMark("drawing", [], found.alt) }), target.look);
  }
}

interface Found {
  /** The description that stands for the drawing. */
  readonly alt: string;
  /** Things in it that are shown. */
  shown: number;
}

interface Place {
  readonly found: Found;
  readonly target: DrawingTarget;
  readonly part: PartRewriting;
}

function collect(node: WordElement, place: Place): void {
  for (const child of alternatives(node.children)) {
    if (child.type === "text") continue;
    const show = ownEntry(shows, nameOf(child));
    if (show === undefined) collectUnnamed(child, place);
    else if (show(child, place)) place.found.shown += 1;
  }
}

/** A shape, or what is around one. */
function collectUnnamed(node: WordElement, place: Place): void {
  const { href } = node.attributes;
  if (href !== undefined && node.name.startsWith("v:")) address(href, place.target, place.part);
  collect(node, place);
}

/** Shows an element; says whether there was anything to show. */
type Show = (element: WordElement, place: Place) => boolean;

const shows: Readonly<Record<string, Show | undefined>> = {
  "w:txbxContent": (box, { target }) => target.boxes.push(box) > 0,
  "a:blip": ({ attributes }, place) => picture(attributes["r:embed"] ?? attributes["r:link"], place),
  "v:imagedata": (data, place) => picture(data.attributes["r:id"] ?? data.attributes["r:embed"], place),
  "v:textpath": (path, place) => words(path.attributes["string"] ?? "", place),
  "a:hlinkClick": (link, place) => linked(link.attributes["r:id"], place),
  "a:hlinkHover": (link, place) => linked(link.attributes["r:id"], place),
  "c:chart": (chart, place) => drawn(chart.attributes["r:id"], place),
  "cx:chart": (chart, place) => drawn(chart.attributes["r:id"], place),
  "dgm:relIds": (diagram, place) => drawn(diagram.attributes["r:dm"], place),
  "o:OLEObject": (object, place) => embedded(object, object.attributes["ProgID"], place),
  "w:objectEmbed": (object, place) => embedded(object, object.attributes["w:progId"], place),
  "w:control": (control, place) => words(inlineMark("control", [], control.attributes["w:name"]), place),
};

/** Where a drawing leads to is no content of it. */
function linked(id: string | undefined, { target, part }: Place): boolean {
  const relationship = part.relationships.get(id ?? "");
  if (relationship?.isExternal === true) address(relationship.target, target, part);
  return false;
}

function address(url: string, { writer, look }: DrawingTarget, { signs }: PartRewriting): void {
  const line = url.replace(/\s+/g, " ").trim();
  if (/^[a-z]+:/i.test(line)) writer.sign(signs.put({ type: "words", markdown: `(link: ${line})` }), look);
}

function picture(id: string | undefined, { found, target, part }: Place): boolean {
  const relationship = part.relationships.get(id ?? "");
  if (relationship === undefined) return false;
  part.counts.pictures += 1;
  const { target: name, isExternal } = relationship;
  const sign = isExternal
    ? part.signs.put({ type: "words", markdown: inlineMark("linked picture, not loaded", [found.alt], name) })
    : part.signs.put({ type: "picture", part: name, alt: found.alt });
  target.writer.sign(sign, target.look);
  return true;
}

function drawn(id: string | undefined, { target, part }: Place): boolean {
  const name = part.relationships.get(id ?? "")?.target ?? "";
  const markdown = part.drawings.get(name);
  if (markdown === undefined || markdown === "") return false;
  target.writer.sign(part.signs.put({ type: "block", markdown: markdown.trim() }), target.look);
  return true;
}

/** An object of another program, with the name by which it is selected. */
function embedded({ attributes }: WordElement, program: string | undefined, place: Place): boolean {
  const { counts, relationships, embedded: names } = place.part;
  counts.objects += 1;
  const relationship = relationships.get(attributes["r:id"] ?? "");
  const isLinked = relationship?.isExternal === true;
  const name = isLinked ? relationship.target : names.get(relationship?.target ?? "");
  const known = [program ?? "", name ?? ""].filter((each) => each !== "");
  const what = isLinked ? "linked object, not loaded" : "embedded object";
  return words(inlineMark(what, [], known), place);
}

function words(text: string, { target, part }: Place): boolean {
  const line = text.replace(/\s+/g, " ").trim();
  if (line !== "") target.writer.sign(part.signs.put({ type: "words", markdown: line }), target.look);
  return line !== "";
}

/**
 * The nodes with each `mc:AlternateContent` replaced by the one alternative that counts (ISO/IEC 29500-3, 7.2): the
 * first choice, since what choices are made of is known here, and the fallback where it holds nothing.
 */
export function alternatives(nodes: readonly WordNode[]): readonly WordNode[] {
  if (!nodes.some((node) => node.type === "element" && node.name === "mc:AlternateContent")) return nodes;
  return nodes.flatMap((node) => {
    if (node.type === "text" || node.name !== "mc:AlternateContent") return [node];
    const choice = first(node, "mc:Choice");
    const chosen = choice === undefined || choice.children.length === 0 ? first(node, "mc:Fallback") : choice;
    return alternatives(chosen?.children ?? []);
  });
}
