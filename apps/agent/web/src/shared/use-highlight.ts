import { type RefObject, useEffect } from "react";

/** The highlights of the page; see `styles/theme.css`. */
type HighlightName = "person-marks" | "model-marks";

/**
 * Highlights texts in a pane, whatever elements they are in. `content` is what the pane shows. Browsers without the CSS
 * Custom Highlight API show no highlights.
 */
export function useHighlight(
  pane: RefObject<HTMLElement | null>,
  name: HighlightName,
  { marks, content }: { readonly marks: readonly string[]; readonly content: unknown },
): void {
  useEffect(() => {
    if (pane.current === null || !("highlights" in CSS) || marks.length === 0) return;
    const ranges = rangesOf(pane.current, marks);
    CSS.highlights.set(name, new Highlight(...ranges));
    const [first] = ranges;
    if (first !== undefined) reveal(pane.current, first);
    return () => void CSS.highlights.delete(name);
  }, [pane, name, marks, content]);
}

/** Scrolls the pane if the range is not visible. */
function reveal(pane: HTMLElement, range: Range): void {
  const [outer, inner] = [pane.getBoundingClientRect(), range.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  pane.scrollTop += inner.top - outer.top - outer.height / 3;
}

/** A letter or digit, and where it is. */
interface Position {
  readonly node: Text;
  readonly offset: number;
}

/**
 * Finds texts. Only letters and digits are compared, because the same sentence has other line ends, quotation marks and
 * marks of Markdown in each view.
 */
function rangesOf(pane: HTMLElement, marks: readonly string[]): readonly Range[] {
  const positions: Position[] = [];
  let whole = "";
  for (const node of textNodes(pane)) {
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letters = plain(node.data.charAt(offset));
      whole += letters;
      for (let count = 0; count < letters.length; count += 1) positions.push({ node, offset });
    }
  }
  return marks.flatMap((mark) => occurrences(whole, plain(mark)).flatMap((at) => rangeOf(positions, at)));
}

function* textNodes(pane: HTMLElement): Generator<Text> {
  const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Line numbers are not part of the text.
    if (node instanceof Text && node.parentElement?.closest(".gutter, thead") === null) yield node;
  }
}

function occurrences(whole: string, wanted: string): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  if (wanted === "") return found;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    found.push([at, at + wanted.length]);
  }
  return found;
}

function rangeOf(positions: readonly Position[], [start, end]: readonly [number, number]): readonly Range[] {
  const [first, last] = [positions[start], positions[end - 1]];
  if (first === undefined || last === undefined) return [];
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return [range];
}

function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");
}
