import { entityText } from "./entity-text.ts";
import type { SaxAttribute } from "./sax.ts";

/** The start of an element, or an empty one, as a part has it. */
export interface WrittenTag {
  /** The name as it stands in the file. */
  readonly raw: string;
  readonly written: readonly SaxAttribute[];
  readonly isEmpty: boolean;
}

/** Attributes of one element that are compared with each other; those of documents have fewer than 40. */
const maxAttributes = 100;

const tagName = /[a-z_:][\w:.-]*/iy;
const attribute = /[ \t\r\n]+([a-z_:][\w:.-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/iy;
const tagEnd = /[ \t\r\n]*(\/?)$/y;

/** What stands between `<` and the next `>`; undefined where it is not plain. */
export function tagIn(text: string): WrittenTag | undefined {
  const raw = matchAt(tagName, text, 0)?.[0];
  if (raw === undefined) return undefined;
  const written: SaxAttribute[] = [];
  let at = raw.length;
  for (let found = matchAt(attribute, text, at); found !== undefined; found = matchAt(attribute, text, at)) {
    at = attribute.lastIndex;
    const [, name = "", double, single = ""] = found;
    const value = attributeText(double ?? single);
    if (value === undefined || !isNew(name, written)) return undefined;
    written.push({ name, value });
  }
  const end = matchAt(tagEnd, text, at);
  return end === undefined ? undefined : { raw, written, isEmpty: end[1] === "/" };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function isNew(name: string, attributes: readonly SaxAttribute[]): boolean {
  return attributes.length < maxAttributes && !attributes.some((other) => other.name === name);
}

/** White space as such is a space here, and stays what it is where it is written as a number (XML 1.0, 3.3.3). */
function attributeText(written: string): string | undefined {
  return entityText(/[\t\r\n]/.test(written) ? written.replaceAll(/\r\n|[\t\r\n]/g, " ") : written);
}
