/** The mark at the start of a list item. */
export interface ListMark {
  /** As it is written: `-` for every bullet, `1.` or `(a)` as it stands. */
  readonly mark: string;
  readonly rest: string;
}

const bullet = /^(?:[•‣⁃∙◦▪▫●○■□◆◇►▶▸➢➤➔→✓✔❖\u{F0A7}\u{F0B7}\u{F0D8}\u{F0FC}\u{F0A8}\u{2022}]\s*|[-–—*·]\s+)(?=\S)/u;
const ordered = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)/u;

/** A number before words that run from the right, whose point a browser paints as a word of its own to its left. */
const orderedFromRight = /^([.)])(\d{1,3})\s+(?=[\p{Script=Hebrew}\p{Script=Arabic}])/u;

/** Finds the mark of a list item at the start of a line. */
export function listMark(text: string): ListMark | undefined {
  const point = bullet.exec(text);
  if (point !== null) return { mark: "-", rest: text.slice(point[0].length) };
  const number = ordered.exec(text);
  if (number === null) return markFromRight(text);
  return { mark: number[1] ?? "", rest: text.slice(number[0].length) };
}

function markFromRight(text: string): ListMark | undefined {
  const number = orderedFromRight.exec(text);
  if (number === null) return undefined;
  return { mark: `${number[2] ?? ""}${number[1] ?? ""}`, rest: text.slice(number[0].length) };
}

/** Whether the text is nothing but the mark of a list item, whose words come next. */
export function loneMark(text: string): "sign" | "number" | undefined {
  if (text.length > 6) return undefined;
  if (/^[•‣⁃∙◦▪▫●○■□◆◇►▶▸➢➤➔→✓✔❖\u{F0A7}\u{F0B7}\u{F0D8}\u{F0FC}\u{F0A8}·–-]$/u.test(text)) return "sign";
  return /^\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]$/u.test(text) ? "number" : undefined;
}
