/** The marker at the start of a list item. */
export interface ListMarker {
  /** The marker in Markdown: `-` for every bullet, `- [ ]` and `- [x]` for check boxes, `1.` or `(a)` as written. */
  readonly mark: string;
  readonly rest: string;
}

const bullet =
  /^(?:[•‣⁃∙◦▪▫●○■□◆◇►▶▸➢➤➔⇨→✓✔❖❑◻＊\u{F0A7}\u{F0B7}\u{F0D8}\u{F0FC}\u{F0A8}\u{2022}]\s*|[-–—*·]\s+|∗\s+(?=\p{L}{2}))(?=\S)/u;
const ordered = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)/u;

/** Numbers in digits of other scripts, and Japanese list markers. */
const elsewhere = "(?:\\p{Nd}{1,2}[.)]|(?:[\u30A2-\u30F3]|[一二三四五六七八九十]{1,2})、)";
const orderedElsewhere = new RegExp(`^(${elsewhere})\\s+(?=\\S)`, "u");
const loneElsewhere = new RegExp(`^${elsewhere}$`, "u");

/** A number before right-to-left words, whose full stop a browser paints as a separate word to its left. */
const orderedFromRight = /^([.)])(\d{1,3})\s+(?=[\p{Script=Hebrew}\p{Script=Arabic}])/u;

/** Check boxes, including those of Wingdings with a tick or a cross. */
const box = /^([☐☑☒\u{F0FD}\u{F0FE}])\s*(?=\S)/u;

/** Maximum length of a marker that begins with a letter or digit, including its full stop or bracket. */
const longestNumber = 6;

/**
 * True if a text begins with an ASCII letter or digit that no marker punctuation follows soon, as almost every line
 * does.
 */
function isWord(text: string): boolean {
  for (let index = 0; index < longestNumber; index += 1) {
    const code = text.charCodeAt(index);
    if (isAlphanumeric(code)) continue;
    return index > 0 && code !== point && code !== bracket;
  }
  return true;
}

const point = 0x2e;
const bracket = 0x29;

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** True if a marker is a bullet or a check box, not a number. */
export function isBulletMarker({ mark }: ListMarker): boolean {
  return mark.startsWith("-");
}

/** Returns the list marker at the start of a line, if any. */
export function listMarker(text: string): ListMarker | undefined {
  if (isWord(text)) return undefined;
  const sign = bullet.exec(text);
  if (sign !== null && !isPageNumber(text)) return { mark: "-", rest: text.slice(sign[0].length) };
  const ticked = box.exec(text);
  if (ticked !== null) return { mark: ticked[1] === "☐" ? "- [ ]" : "- [x]", rest: text.slice(ticked[0].length) };
  const number = ordered.exec(text) ?? orderedElsewhere.exec(text);
  if (number === null) return markerFromRight(text);
  return { mark: number[1] ?? "", rest: text.slice(number[0].length) };
}

/** A page number between dashes, as in `– 15 –`. */
const dashedNumber = /^[-–—]\s*(?:\d{1,4}|[ivxl]{1,7})\s*[-–—]$/u;

function isPageNumber(text: string): boolean {
  return text.length < 14 && dashedNumber.test(text);
}

function markerFromRight(text: string): ListMarker | undefined {
  const number = orderedFromRight.exec(text);
  if (number === null) return undefined;
  return { mark: `${number[2] ?? ""}${number[1] ?? ""}`, rest: text.slice(number[0].length) };
}

/** Returns the kind of marker if the text is only a list marker, whose words follow separately. */
export function loneMarker(text: string): "sign" | "number" | undefined {
  if (text.length > longestNumber || isAlphanumeric(text.charCodeAt(text.length - 1))) return undefined;
  if (/^[•‣⁃∙◦▪▫●○■□◆◇►▶▸➢➤➔→✓✔❖＊☐☑☒\u{F0A7}\u{F0B7}\u{F0D8}\u{F0FC}\u{F0A8}\u{F0FD}\u{F0FE}∗·–-]$/u.test(text))
    return "sign";
  const isNumber = /^\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]$/u.test(text) || loneElsewhere.test(text);
  return isNumber ? "number" : undefined;
}
