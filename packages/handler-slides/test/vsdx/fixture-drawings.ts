import { greyPng } from "../support/grey-png.ts";
import { cell, type DrawingXml, drawingParts, glue, line, makeVsdx, section, shape } from "./make-vsdx.ts";
import { zipOf } from "../support/zip-of.ts";

const connector = shape({
  id: 5,
  attributes: "NameU='Dynamic connector'",
  more: cell("BeginX", 1) + cell("EndX", 2) + cell("EndArrow", 4),
});
const process = shape({
  id: 5,
  more: section(
    "Property",
    ["N='Owner'", cell("Label", "Owner") + cell("Value", "")],
    ["N='Cost'", cell("Label", "Cost") + cell("Value", "")],
  ),
});
const swimlane = shape({
  id: 5,
  more:
    section("User", ["N='msvStructureType'", cell("Value", "Container")]) +
    `<Shapes>${shape({ id: 6, text: "Function" })}</Shapes>`,
});

const masters = [
  ["Dynamic connector", connector],
  ["Process", process],
  ["Decision", shape({ id: 5 })],
  ["Swimlane", swimlane],
  ["Database", shape({ id: 5 })],
] as const;

const owner = section(
  "Property",
  ["N='Owner'", cell("Value", "Ada")],
  ["N='Cost'", cell("Value", "12.5") + cell("Invisible", 1)],
);
const policy = section("Hyperlink", [
  "N='Row_1'",
  cell("Description", "Policy") + cell("Address", "https://example.org/policy"),
]);
const details = section("Hyperlink", ["N='Row_1'", cell("Description", "") + cell("SubAddress", "Details")]);

const lane = (id: number, words: string, y: number): string =>
  shape({
    id,
    at: [4, y],
    size: [8, 2.5],
    master: 5,
    more: `<Shapes><Shape ID='${id + 1}' Type='Shape' MasterShape='6'><Text>${words}</Text></Shape></Shapes>`,
  });

/** A drawing with one of everything. */
const orders: DrawingXml = {
  masters,
  document: `<StyleSheets><StyleSheet ID='0' NameU='No Style'>${cell("BeginArrow", 0)}${cell("EndArrow", 0)}</StyleSheet></StyleSheets>`,
  comments:
    "<AuthorList><AuthorEntry ID='1' Name='Ben Reader' Initials='BR'/></AuthorList><CommentList><CommentEntry AuthorID='1' PageID='0' ShapeID='12' Date='2024-03-01T10:00:00' CommentID='1' Done='0'>Who pays?</CommentEntry><CommentEntry AuthorID='1' PageID='0' Date='2024-03-01T10:00:00' CommentID='2' Done='0'>Looks good.</CommentEntry></CommentList>",
  pages: [
    {
      name: "Orders",
      attributes: "BackPage='2'",
      sheet: section("Layer", ["IX='0'", cell("Name", "Drafts") + cell("Visible", 0)]),
      shapes: [
        // In the order in which somebody drew them, which is not that of reading.
        shape({ id: 12, at: [6, 6], master: 4, text: "In stock?" }),
        lane(30, "Warehouse", 3),
        lane(20, "Sales", 6),
        shape({ id: 11, at: [2, 6], master: 3, text: "<cp IX='0'/>Check\norder", more: owner + policy }),
        shape({ id: 13, at: [2, 3], master: 3, text: "Pack" }),
        shape({ id: 14, at: [6, 3], master: 3, text: "Pack", more: details }),
        shape({ id: 15, at: [7.5, 3], master: 6 }),
        shape({ id: 16, at: [7, 9], text: "Old idea", more: cell("LayerMember", "0") }),
        line(41),
        line(42, "yes"),
        line(43, "no", cell("BeginArrow", 4)),
        line(44, undefined, cell("EndArrow", 0)),
        line(45, "not glued"),
        "<Shape ID='50' Type='Foreign'><Cell N='PinX' V='1'/><Cell N='PinY' V='0.5'/><Cell N='Width' V='1'/><Cell N='Height' V='1'/><ForeignData ForeignType='Bitmap' CompressionType='PNG'><Rel r:id='rId1'/></ForeignData><Text>Logo</Text></Shape>",
      ].join(""),
      connects: glue(41, 11, 12) + glue(42, 12, 13) + glue(43, 12, 14) + glue(44, 14, 15),
      links: [["rId1", "image", "../media/image1.png"]],
    },
    {
      name: "Details",
      shapes: `<Shape ID='1' Type='Group'>${["PinX", "PinY"].map((name) => cell(name, 4)).join("")}${cell("Width", 4)}${cell("Height", 4)}<Shapes>${shape({ id: 2, at: [1, 3], text: "Order" })}${shape({ id: 3, at: [1, 1], text: "number&#xa;date" })}</Shapes></Shape>`,
    },
    { name: "Frame", attributes: "Background='1'", shapes: shape({ id: 1, text: "For internal use" }) },
  ],
  parts: { "visio/media/image1.png": greyPng },
};

const stencil: DrawingXml = { masters, pages: [] };

/** The files of `fixtures/vsdx`. */
export const fixtureFiles: Readonly<Record<string, Uint8Array | string>> = {
  "vsdx/one-of-everything/input.vsdx": makeVsdx(orders),
  "vsdx/one-page/input.vsdx": makeVsdx(orders),
  "vsdx/one-page/request.json": `${JSON.stringify({ pages: "2" })}\n`,
  "vsdx/by-name/input.vsdx": makeVsdx(orders),
  "vsdx/by-name/request.json": `${JSON.stringify({ select: "frame" })}\n`,
  "vsdx/damaged-page/input.vsdx": zipOf({ ...drawingParts(orders), "visio/pages/page1.xml": "<PageContents>" }),
  "vsdx/stencil/input.vsdx": makeVsdx(stencil),
};
