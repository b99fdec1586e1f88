const quote = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const asterisk = 0x2a;
const backslash = 0x5c;

/** Where the string ends that begins there, behind its quotation mark; the end of the text where nothing ends it. */
export function stringEnd(text: string, start: number): number {
  const mark = text.charAt(start);
  for (let at = text.indexOf(mark, start + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** Where the comment ends that begins there; the same place where none does. */
export function commentEnd(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  const mark = second === slash ? "\n" : "*/";
  if (second !== slash && second !== asterisk) return start;
  const end = text.indexOf(mark, start + 2);
  return end < 0 ? text.length : end + mark.length;
}

/** Where the object or array ends that begins there, behind its bracket, however deep it is. */
export function containerEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === quote || unit === apostrophe) at = stringEnd(text, at);
    else {
      depth += depthOf(unit);
      at = Math.max(at + 1, unit === slash ? commentEnd(text, at) : 0);
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** What a character does to the depth: braces and brackets are apart by 2, and differ by 0x20. */
function depthOf(unit: number): number {
  const folded = unit | 0x20;
  if (folded === 0x7b) return 1;
  return folded === 0x7d ? -1 : 0;
}
