import { expect, test } from "vitest";
import { openBook } from "./opening.ts";
import { relationship } from "./workbook-parts.ts";

const namespaces =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"';

const shape = (type: string, caption: string, facts = ""): string =>
  `<v:shape id="s"><v:textbox><div><font>${caption}</font></div></v:textbox><x:ClientData ObjectType="${type}"><x:Anchor>\n 2, 15, 3, 2, 4, 31, 5, 1</x:Anchor>${facts}</x:ClientData></v:shape>`;

async function drawingsWith(others: Readonly<Record<string, string>>, type: string): Promise<readonly string[]> {
  const [target = ""] = Object.keys(others);
  const relationships = relationship("d1", type, `/${target}`);
  const { sheets } = await openBook({ sheets: [{ rows: "", relationships }], others });
  return (await sheets[0]?.extras())?.drawings ?? [];
}

const inDrawing = (...shapes: readonly string[]): Promise<readonly string[]> =>
  drawingsWith({ "xl/drawings/vmlDrawing1.vml": `<xml ${namespaces}>${shapes.join("")}</xml>` }, "vmlDrawing");

test.for([
  [
    shape("Checkbox", "I  agree", "<x:Checked>1</x:Checked><x:FmlaLink>$B$2</x:FmlaLink>"),
    'check box "I agree" at C4: checked; its value is in $B$2',
  ],
  [shape("Radio", "Red"), 'option button "Red" at C4: not checked'],
  [
    shape("Drop", "", "<x:FmlaLink>B3</x:FmlaLink><x:FmlaRange>Lists!$A$1:$A$3</x:FmlaRange><x:Sel>2</x:Sel>"),
    "drop-down at C4: choices are those of Lists!$A$1:$A$3; choice 2 is taken; its value is in B3",
  ],
  [shape("Spin", "", "<x:Val>7</x:Val>"), "spin button at C4: at 7"],
  [shape("Button", "Run", "<x:FmlaMacro>[0]!Start</x:FmlaMacro>"), 'button "Run" at C4: runs Start'],
] as const)("a control is told of: %s", async ([drawn, expected]) => {
  expect(await inDrawing(drawn)).toEqual([expected]);
});

test("comments and images in legacy drawings are not controls", async () => {
  expect(await inDrawing(shape("Note", "words"), shape("Pict", ""))).toEqual([]);
});

test("a damaged drawing costs nothing but its controls", async () => {
  expect(await inDrawing('<v:shape><x:ClientData ObjectType="Checkbox">')).toEqual([]);
});

test("many controls are counted", async () => {
  expect(await inDrawing(shape("Radio", "a").repeat(600))).toHaveLength(500);
});

const spreadsheetDrawing =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

test("the copy of a control in the newer drawing is not a text box", async () => {
  const anchored = (extension: string, text: string): string =>
    `<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="n"><a:extLst>${extension}</a:extLst></xdr:cNvPr></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`;
  const copy = anchored('<a:ext><a14:compatExt spid="_x0000_s1025"/></a:ext>', "Check Box 1");
  const root = `<xdr:wsDr ${spreadsheetDrawing}><mc:AlternateContent><mc:Choice Requires="a14">${copy}</mc:Choice><mc:Fallback/></mc:AlternateContent>${anchored("", "Words")}</xdr:wsDr>`;
  expect(await drawingsWith({ "xl/drawings/drawing1.xml": root }, "drawing")).toEqual(["text box: Words"]);
});
