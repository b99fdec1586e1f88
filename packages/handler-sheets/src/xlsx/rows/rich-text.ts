import { loweredText, raisedText } from "@reader/document/tables";
import { normaliseLineEnds, unescapeXml } from "./xml-text.ts";

/**
 * Returns the text of a shared or inline string: its runs joined, without phonetic text. Raised and lowered runs are
 * marked, so that 10⁶ does not become 106. Returns `undefined` for XML that needs a parser: other prefixes, comments,
 * CDATA sections, unknown entities.
 */
export function richText(xml: string): string | undefined {
  return oneRun(xml) ?? manyRuns(xml);
}

const open = "<t>".length;

/** Reads a single run without attributes, the form of nearly all strings. */
function oneRun(xml: string): string | undefined {
  if (!xml.startsWith("<t>")) return undefined;
  const end = xml.indexOf("<", open);
  if (end !== xml.length - "</t>".length || !xml.endsWith("</t>")) return undefined;
  return unescapeXml(normaliseLineEnds(xml.slice(open, end)));
}

const tag = /<(\/?)([A-Za-z][\w.-]*)(?:\s[^<>]*?)?(\/?)>([^<]*)/g;

function manyRuns(content: string): string | undefined {
  const xml = content.trim();
  let text = "";
  let isPhonetic = false;
  let script = "";
  let end = 0;
  for (const match of xml.matchAll(tag)) {
    if (match.index !== end) return undefined;
    end += match[0].length;
    const { name, isStart, after } = tagOf(match);
    if (name === "rPh") isPhonetic = isStart;
    script = scriptAfter(script, name, match[0]);
    if (name !== "t" || !isStart || isPhonetic) continue;
    const run = unescapeXml(normaliseLineEnds(after));
    if (run === undefined) return undefined;
    text += scripted(run, script);
  }
  return end === xml.length ? text : undefined;
}

/** Returns the script after a tag: runs start without one. */
function scriptAfter(script: string, name: string, markup: string): string {
  if (name === "r") return "";
  return name === "vertAlign" ? scriptIn(/\bval\s*=\s*["'](\w+)/.exec(markup)?.[1]) : script;
}

/** Returns the script of a run by its vertical alignment; empty for others. */
export function scriptIn(alignment: string | undefined): string {
  return /^(?:super|sub)script$/.exec(alignment ?? "")?.[0] ?? "";
}

/** Returns the text of a run with this script. */
export function scripted(text: string, script: string): string {
  if (script === "") return text;
  return script === "superscript" ? raisedText(text) : loweredText(text);
}

interface Tag {
  readonly name: string;
  /** True for a start tag that is not self-closing. */
  readonly isStart: boolean;
  readonly after: string;
}

function tagOf([, closing = "", name = "", empty = "", after = ""]: RegExpExecArray): Tag {
  return { name, isStart: closing === "" && empty === "", after };
}
