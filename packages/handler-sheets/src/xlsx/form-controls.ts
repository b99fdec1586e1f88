import { findAll } from "@reader/office-kit/drawing";
import type { OfficePackage } from "@reader/office-kit/package";
import { cellAddress } from "@reader/document/tables";
import { childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import { controlWords } from "../sheets/control-words.ts";
import { textOfBytes } from "../sheets/bytes.ts";
import { partsOfType, unlessDamaged } from "./sheet-relationships.ts";

/** Controls of one sheet that are told of. */
const maxControls = 500;

/** What drawings call a control ([MS-OI29500] 2.1.1755, ISO/IEC 29500-4, 19.4.2.42), and people. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["Button", "button"],
  ["Checkbox", "check box"],
  ["Drop", "drop-down"],
  ["Edit", "input field"],
  ["GBox", "group box"],
  ["Label", "label"],
  ["List", "list box"],
  ["Radio", "option button"],
  ["Scroll", "scroll bar"],
  ["Spin", "spin button"],
]);

/** Those that are on or off, and those that slide. */
const switches: ReadonlySet<string> = new Set(["Checkbox", "Radio"]);
const sliders: ReadonlySet<string> = new Set(["Scroll", "Spin"]);

/** The controls of forms on a sheet, which all programs write into a drawing of the old kind. */
export async function formControls(office: OfficePackage, part: string): Promise<readonly string[]> {
  const words: string[] = [];
  for (const target of await partsOfType(office, part, "vmlDrawing")) {
    for (const shape of (await unlessDamaged(shapesIn(office, target))) ?? []) {
      const control = words.length < maxControls ? controlOf(shape) : undefined;
      if (control !== undefined) words.push(control);
    }
  }
  return words;
}

/** Comments are there, too, by the thousand, and nothing but those in most: they are told with their cells. */
const noComment = /ObjectType\s*=\s*["'](?!Note\b)/;

async function shapesIn(office: OfficePackage, target: string): Promise<readonly XmlElement[]> {
  const bytes = await office.bytes(target);
  if (bytes === undefined || !noComment.test(textOfBytes(bytes))) return [];
  return findAll(readXmlTree(bytes, target), "v:shape");
}

function controlOf(shape: XmlElement): string | undefined {
  const data = findAll(shape, "x:ClientData")[0];
  const type = data?.attributes["ObjectType"] ?? "";
  const kind = kinds.get(type);
  if (data === undefined || kind === undefined) return undefined;
  const said = (name: string): string | undefined => {
    const found = childrenOf(data, name)[0];
    return found === undefined ? undefined : textIn(found).trim() || undefined;
  };
  return controlWords({
    kind,
    caption: findAll(shape, "v:textbox").map(textIn).join(" ").replaceAll(/\s+/g, " ").trim(),
    at: placeIn(said("x:Anchor")),
    isChecked: switches.has(type) ? said("x:Checked") === "1" : undefined,
    choice: numberIn(said("x:Sel")),
    value: sliders.has(type) ? numberIn(said("x:Val")) : undefined,
    source: said("x:FmlaRange"),
    linkedCell: said("x:FmlaLink"),
    // Of this workbook, as nearly all are.
    macro: said("x:FmlaMacro")?.replace(/^\[0\]!/, ""),
  });
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** `2, 15, 10, 0, …`: the column and the row of the first corner, each with what lies between. */
function placeIn(anchor = ""): string | undefined {
  const [, column, row] = /^\s*(\d{1,5})\s*,\s*-?\d+\s*,\s*(\d{1,7})\s*,/.exec(anchor) ?? [];
  return column === undefined || row === undefined ? undefined : cellAddress(Number(row) + 1, Number(column) + 1);
}
