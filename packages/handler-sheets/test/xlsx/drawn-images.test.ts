import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { xlsx } from "../../src/index.ts";
import { relationship, relationshipsPart, workbook } from "./workbook-parts.ts";

const png = Uint8Array.from(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=", "base64"),
);

const picture = (id: string): string =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name=""/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${id}"/></xdr:blipFill></xdr:pic>`;
const anchored = (row: number, id: string): string =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>${row}</xdr:row></xdr:from>${picture(id)}</xdr:oneCellAnchor>`;

/** A workbook whose sheet has these anchors, with a PNG image `rId1` and an EMF image `rId2`. */
function bookWith(...anchors: readonly string[]): Uint8Array {
  const schemas = "http://schemas.openxmlformats.org";
  return workbook({
    sheets: [
      {
        rows: '<row r="1"><c r="A1"><v>1</v></c></row>',
        behind: '<drawing r:id="rId1"/>',
        relationships: relationship("rId1", "drawing", "../drawings/drawing1.xml"),
      },
    ],
    others: {
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${schemas}/drawingml/2006/spreadsheetDrawing" xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships">${anchors.join("")}</xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels": relationshipsPart(
        relationship("rId1", "image", "../media/image1.png") + relationship("rId2", "image", "../media/image2.emf"),
      ),
      "xl/media/image1.png": png,
      "xl/media/image2.emf": png,
    },
  });
}

test("an image without an anchor to a cell has no place in its description", async () => {
  const { events } = await collect(xlsx(), bookWith(`<xdr:absoluteAnchor>${picture("rId1")}</xdr:absoluteAnchor>`));
  const image = events.find(({ type }) => type === "image");
  expect(image).toBeDefined();
  expect(JSON.stringify({ ...image, image: undefined })).not.toContain("(at");
});

test("only images that are shown are in the line of their cells", async () => {
  const { text } = await collect(xlsx(), bookWith(anchored(1, "rId1"), anchored(4, "rId2"), anchored(7, "rId1")));
  expect(text).toContain("image at B5 (not shown)\n");
  expect(text).toContain("images at B2, B8\n");
});
