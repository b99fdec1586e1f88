import { createMarkdownBuilder } from "../markdown/markdown-builder.ts";
import { createChangeTally } from "./change-tally.ts";
import { asideMethods } from "./flow-asides.ts";
import { createFlowLevel } from "./flow-level.ts";
import { openOn, ready, type FlowState, top } from "./flow-state.ts";
import { tableMethods } from "./flow-tables.ts";
import { textMethods } from "./flow-text.ts";
import type { Flow } from "./flow.ts";
import { createPictureShelf } from "./picture-shelf.ts";
import { plainRun } from "./run-format.ts";

/** A document of which nothing was told yet. */
export function createFlow(): Flow {
  const builder = createMarkdownBuilder();
  const main = openOn(createFlowLevel(builder), undefined);
  const state: FlowState = {
    builder,
    taken: [],
    hasPicture: false,
    main,
    open: [main],
    flattened: 0,
    notes: [],
    noteCounts: { footnote: 0, endnote: 0 },
    pageLines: new Set(),
    counts: { tables: 0, notes: 0, comments: 0 },
  };
  const flow: Flow = {
    ...textMethods(state),
    ...tableMethods(state),
    ...asideMethods(state),
    take: () => [...state.taken.splice(0), ...builder.take()],
    end: () => [...state.taken.splice(0), ...builder.end()],
    pictures: createPictureShelf(),
    changes: createChangeTally(),
    counts: state.counts,
    hiddenCount: 0,
    picture(picture) {
      ready(state);
      state.hasPicture = true;
      const shown = flow.pictures.put(picture);
      if ("source" in shown) top(state).level.picture(picture.alt, shown.source);
      else top(state).level.write(shown.words, plainRun);
    },
  };
  return flow;
}
