import { type ReactNode, useEffect, useState } from "react";
import type { Place } from "@reader/core";
import type { LookSection } from "../../../src/web/wire.ts";
import type { AimedCell } from "../shared/aim.ts";
import { Tabs } from "../shared/tabs.tsx";
import { AimedCellContext } from "../markdown/markdown.tsx";
import { SectionBody } from "./section-body.tsx";

interface SheetViewProps {
  readonly sections: readonly LookSection[];
  /** The index of the sheet to show. */
  readonly aimed: number | undefined;
  readonly cell: AimedCell | undefined;
}

/** A workbook: one sheet at a time as a grid, and a tab for each sheet below it. */
export function SheetView({ sections, aimed, cell }: SheetViewProps): ReactNode {
  const sheets = sheetsOf(sections);
  const [chosen, setChosen] = useState(aimed);
  useEffect(() => setChosen(aimed), [aimed, sections]);
  const shown = sheets.find(({ index }) => index === chosen) ?? sheets[0];
  return (
    <div className="sheet-view">
      <div className="sheet" id="sheet-panel" role="tabpanel" aria-labelledby={`tab-sheet-${shown?.index}`}>
        <AimedCellContext value={shown?.index === aimed ? cell : undefined}>
          {shown?.sections.map((section, index) => (
            <SectionBody key={`${shown.index} ${String(index)}`} section={section} />
          ))}
        </AimedCellContext>
      </div>
      <Tabs
        label="Sheets"
        tabs={sheets.map(({ index, title }) => ({ id: `sheet-${index}`, label: title }))}
        chosen={`sheet-${shown?.index}`}
        onChoose={(id) => setChosen(Number(id.replace("sheet-", "")))}
        panelId="sheet-panel"
      />
    </div>
  );
}

interface Sheet {
  readonly index: number;
  readonly title: string;
  readonly sections: readonly LookSection[];
}

/** `Rates · hidden` of the label `"Rates" A1:B7 · hidden`. */
function nameOf({ label = "", index }: Place): string {
  const [, name, state = ""] = /^"(.*)"[^·]*( · .*)?$/.exec(label) ?? [];
  return name === undefined ? `Sheet ${index}` : `${name}${state}`;
}

/** Groups sections by sheet. The list of sheets before them is shown as tabs instead. */
function sheetsOf(sections: readonly LookSection[]): readonly Sheet[] {
  const sheets = new Map<number, Sheet>();
  for (const section of sections) {
    const { at } = section;
    if (at?.unit !== "sheet") continue;
    const before = sheets.get(at.index)?.sections ?? [];
    const title = nameOf(at);
    sheets.set(at.index, { index: at.index, title, sections: [...before, section] });
  }
  return [...sheets.values()];
}
