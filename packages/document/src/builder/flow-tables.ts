import { type FlowState, top } from "./flow-state.ts";
import type { Flow } from "./flow.ts";

type TableMethods = Pick<Flow, "startTable" | "startRow" | "startCell" | "endCell" | "endRow" | "endTable">;

/** Tables, rows and cells. */
export function tableMethods(state: FlowState): TableMethods {
  const open = (name: string, attributes?: Readonly<Record<string, string | undefined>>): void => {
    top(state).hasParagraph = false;
    top(state).level.open(name, attributes);
  };
  const close = (name: string): void => {
    top(state).hasParagraph = false;
    top(state).level.close(name);
  };
  return {
    startTable() {
      state.counts.tables += 1;
      open("table");
    },
    startRow: () => open("tr"),
    startCell({ columns = 1, rows = 1, isHeader = false } = {}) {
      const name = isHeader ? "th" : "td";
      top(state).cells.push(name);
      open(name, { colspan: spanned(columns), rowspan: spanned(rows) });
    },
    endCell: () => close(top(state).cells.pop() ?? "td"),
    endRow: () => close("tr"),
    endTable: () => close("table"),
  };
}

function spanned(count: number): string | undefined {
  return count > 1 ? String(count) : undefined;
}
