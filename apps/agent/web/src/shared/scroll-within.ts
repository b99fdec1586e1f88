/** Scrolls an element into view inside its pane, without scrolling the page. */
export function scrollWithin(pane: HTMLElement, target: Element, block: "start" | "center"): void {
  const [outer, inner] = [pane.getBoundingClientRect(), target.getBoundingClientRect()];
  const room = block === "start" ? margin : (outer.height - inner.height) / 2;
  pane.scrollTop += inner.top - outer.top - room;
  const isCut = inner.left < outer.left || inner.right > outer.right;
  // What is wider than the pane, such as a long line, is shown from its start.
  if (isCut && inner.width < outer.width) pane.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/** Scrolls an element into view inside its pane, as little as possible, without scrolling the page. */
export function revealWithin(pane: HTMLElement, target: Element): void {
  const [outer, inner] = [pane.getBoundingClientRect(), target.getBoundingClientRect()];
  const [above, below] = [outer.top - inner.top, inner.bottom - outer.bottom];
  if (above > 0) pane.scrollTop -= above + margin;
  else if (below > 0) pane.scrollTop += below + margin;
}

/** Space above the element, in pixels. */
const margin = 8;
