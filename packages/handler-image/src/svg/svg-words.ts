import { createLineStarts } from "./line-starts.ts";
import { ownEntities } from "./own-entities.ts";

const maxWords = 5000;

/** Markup up to the next piece of text: comments, CDATA, tags with quoted attributes. */
const piecePattern =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([\w:.-]{1,60})(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>|<[!?][^>]*>|([^<]+)/g;

/** Elements whose text is for people. `foreignObject` holds the labels of diagram tools, as HTML. */
const wordElements: ReadonlySet<string> = new Set(["text", "title", "desc", "foreignObject"]);
/** Elements whose text is for programs. */
const silentElements: ReadonlySet<string> = new Set(["style", "script", "metadata"]);
/** Elements of HTML that start a line. */
const blockElements: ReadonlySet<string> = new Set(["p", "div", "br", "li", "tr"]);

/** The words of a drawing in the order of the file, an element a line. */
export function svgWords(svg: string): readonly string[] {
  const words = createWords();
  const own = ownEntities(svg);
  for (const [piece, cdata, closing, name, selfClosing, characters] of svg.matchAll(piecePattern)) {
    if (name !== undefined) words.tag(name.replace(/^.*:/, ""), tagKind(closing, selfClosing), piece);
    else words.text(cdata ?? decodeEntities(characters ?? "", own));
  }
  return words.lines();
}

type TagKind = "open" | "close" | "empty";

function tagKind(closing: string | undefined, selfClosing: string | undefined): TagKind {
  if (closing === "/") return "close";
  return selfClosing === "/" ? "empty" : "open";
}

interface Words {
  tag(name: string, kind: TagKind, tag: string): void;
  text(characters: string): void;
  lines(): readonly string[];
}

function createWords(): Words {
  const lines: string[] = [];
  let [line, heard, silent] = ["", 0, 0];
  const startsLine = createLineStarts();
  const endLine = (): void => {
    const words = line.replaceAll(/\s+/g, " ").trim();
    if (words !== "" && words !== lines.at(-1) && lines.length < maxWords) lines.push(words);
    line = "";
  };
  return {
    tag(name, kind, tag) {
      if (blockElements.has(name) || (kind === "open" && startsLine(name, tag))) endLine();
      const step = kind === "close" ? -1 : 1;
      if (kind === "empty") return;
      if (silentElements.has(name)) silent = Math.max(0, silent + step);
      if (!wordElements.has(name)) return;
      heard = Math.max(0, heard + step);
      endLine();
    },
    text(characters) {
      if (heard > 0 && silent === 0) line += characters;
    },
    lines() {
      endLine();
      return lines;
    },
  };
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

function decodeEntities(text: string, own: ReadonlyMap<string, string>): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[\w.-]{1,40});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return own.get(name) ?? entities.get(name) ?? whole;
    const code = Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
