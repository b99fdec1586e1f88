/** Scrolls an element into view inside of its pane, and leaves the page around it where it is. */
export function scrollWithin(pane: HTMLElement, target: Element, block: "start" | "center"): void {
  const [outer, inner] = [pane.getBoundingClientRect(), target.getBoundingClientRect()];
  const room = block === "start" ? margin : (outer.height - inner.height) / 2;
  pane.scrollTop += inner.top - outer.top - room;
}

/** Scrolls an element of a pane into view, no further than needed, and leaves the page around it where it is. */
export function revealWithin(pane: HTMLElement, target: Element): void {
  const [outer, inner] = [pane.getBoundingClientRect(), target.getBoundingClientRect()];
  const [above, below] = [outer.top - inner.top, inner.bottom - outer.bottom];
  if (above > 0) pane.scrollTop -= above + margin;
  else if (below > 0) pane.scrollTop += below + margin;
}

/** Pixels above what is shown first. */
const margin = 8;
