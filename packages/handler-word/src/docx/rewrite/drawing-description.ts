import { nameOf, type WordElement } from "../tree.ts";

/** Characters of a description that are shown. */
const maxCharacters = 1000;

/**
 * What a drawing says of itself for those who cannot see it; otherwise the name of the file that its picture was made
 * of, without the folder that it lay in.
 */
export function descriptionOf(drawing: WordElement): string {
  const found: Description = { words: "", title: "", file: "" };
  describe(drawing, found, 0);
  const { words, title, file } = found;
  const line = [words, title, file].map(oneLine).find((text) => text !== "") ?? "";
  return fileName(line).slice(0, maxCharacters);
}

interface Description {
  words: string;
  title: string;
  file: string;
}

/** Descriptions stand near the top; what is deeper belongs to something inside the drawing. */
const maxDepth = 8;

function describe(node: WordElement, found: Description, depth: number): void {
  for (const child of node.children) {
    if (child.type === "text" || child.name === "w:txbxContent") continue;
    const name = nameOf(child);
    if (name === "wp:docPr" || name === "pic:cNvPr" || name.startsWith("v:")) take(child, found);
    if (depth < maxDepth) describe(child, found, depth + 1);
  }
}

function take({ name, attributes }: WordElement, found: Description): void {
  found.words ||= firstOf(attributes, ["descr", "alt"]);
  found.title ||= firstOf(attributes, ["title", "{urn:schemas-microsoft-com:office:office}title"]);
  const file = firstOf(attributes, ["name"]);
  if (name === "pic:cNvPr" && /\.[a-z]{3,4}$/i.test(file)) found.file ||= file;
}

function firstOf(attributes: WordElement["attributes"], names: readonly string[]): string {
  return names.map((name) => attributes[name] ?? "").find((value) => value !== "") ?? "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The last part of what is nothing but a path. */
function fileName(line: string): string {
  return /^(?:[a-z]:|\\|\/)[^*?"<>|]*\.[a-z]{3,4}$/i.test(line) ? (line.split(/[\\/]/).at(-1) ?? line) : line;
}
