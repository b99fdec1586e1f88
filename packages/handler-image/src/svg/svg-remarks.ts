import { undrawnSymbols } from "./undrawn-symbols.ts";

const imagePattern = /<(?:[\w-]{1,40}:)?(?:image|feImage|use)\s((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const referencePattern = /(?:^|\s)(?:xlink:)?href\s*=\s*["']\s*([^"']{1,100})/;
const ownReference = /^(?:#|data:)/i;
const labelPattern = /<(\/?)(?:[\w-]{1,40}:)?(switch|foreignObject)(?=[\s>/])(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g;

/** What is missing in the picture of a drawing, in sentences. */
export function svgRemarks(svg: string): readonly string[] {
  const remarks: string[] = [];
  const outside = outsideReferences(svg);
  if (outside > 0) {
    const what = outside === 1 ? "a file" : `files in ${outside} places`;
    remarks.push(`The drawing shows ${what} outside of it: left out, since nothing but the drawing itself is opened.`);
  }
  if (hasUndrawnLabels(svg)) {
    remarks.push("Labels that are HTML (foreignObject) are not in the picture, but among the words.");
  }
  if (/<(?:[\w-]{1,40}:)?textPath[\s>]/.test(svg)) {
    remarks.push("Text along a path (textPath) is not in the picture, but among the words.");
  }
  const symbols = undrawnSymbols(svg);
  if (symbols !== undefined) remarks.push(symbols);
  return remarks;
}

function outsideReferences(svg: string): number {
  let count = 0;
  for (const [, attributes = ""] of svg.matchAll(imagePattern)) {
    const target = referencePattern.exec(attributes)?.[1];
    if (target !== undefined && !ownReference.test(target)) count += 1;
  }
  return count;
}

/** Inside a `switch`, what cannot be drawn has a text beside it that is drawn in its place. */
function hasUndrawnLabels(svg: string): boolean {
  if (!svg.includes("foreignObject")) return false;
  let switches = 0;
  for (const [, closing, name, empty] of svg.matchAll(labelPattern)) {
    const isOpening = closing !== "/" && empty !== "/";
    if (name === "switch") switches += closing === "/" ? -1 : Number(isOpening);
    else if (isOpening && switches <= 0) return true;
  }
  return false;
}
