import { gzipSync } from "node:zlib";
import {
  attributes,
  cell,
  decimal,
  double,
  drawable,
  type Fields,
  integer,
  listStyle,
  makeIwork,
  paragraphStyle,
  placeholder,
  ref,
  shape,
  storage,
  type Stored,
  table,
} from "./make-iwa.ts";
import { greyPng, zipOf } from "./support/made-files.ts";

const namespaces = [
  ["sfa", "sfa"],
  ["sf", "sf"],
  ["sl", "sl"],
  ["ls", "ls"],
  ["key", "keynote2"],
]
  .map(([prefix, name]) => ` xmlns:${prefix}="http://developer.apple.com/namespaces/${name}"`)
  .join("");

/** The part of a document of iWork '09. */
export function xmlDocument(root: string, content: string): string {
  return `<?xml version="1.0"?>\n<${root}${namespaces}>${content}</${root}>`;
}

const history = { "buildVersionHistory.plist": "<plist/>" };

const styles =
  '<sf:styles><sf:paragraphstyle sf:name="Heading 1" sf:ident="h1"/><sf:paragraphstyle sf:name="Body" sf:ident="body"/><sf:liststyle sf:name="Numbered List" sf:ident="list-1"/></sf:styles><sf:anon-styles><sf:paragraphstyle sf:parent-ident="h1" sfa:ID="P-1"/></sf:anon-styles>';

const text = (words: string, kind = "textbox"): string =>
  `<sf:text-storage sf:kind="${kind}"><sf:text-body><sf:p>${words}</sf:p></sf:text-body></sf:text-storage>`;

const grid = (cells: string, rows: number, columns: number): string =>
  `<sf:tabular-info><sf:geometry><sf:size sfa:w="100" sfa:h="40"/><sf:position sfa:x="10" sfa:y="50"/></sf:geometry><sf:tabular-model sf:name="Orders" sf:num-header-rows="1"><sf:grid sf:numcols="${columns}" sf:numrows="${rows}"><sf:columns/><sf:datasource>${cells}</sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>`;

const words = (value: string, more = ""): string => `<sf:t ${more}><sf:ct sfa:s="${value}"/></sf:t>`;

const orders = [
  words("Customer", 'sf:ct="0"'),
  words("Day"),
  words("Price"),
  words("Paid"),
  // The first cell of the next row, in a grid of 256 columns.
  words("Ärzte &amp; Co", 'sf:ct="253"'),
  '<sf:d sf:cell-date="730857600"/>',
  '<sf:n sf:v="1234.5"/>',
  '<sf:cb sf:v="true"/>',
  words("Total", 'sf:ct="253"'),
  '<sf:f sf:ct="2"><sf:fo sf:fs="=SUM(C)"/><sf:r><sf:rn sf:v="-872.39999999999998"/></sf:r></sf:f>',
].join("");

const oldPages = xmlDocument(
  "sl:document",
  `<sl:publication-info><sl:SLCreationDateProperty><sl:date sf:val="2010-05-09T12:34:38-0700"/></sl:SLCreationDateProperty></sl:publication-info>
  <sl:stylesheet>${styles}</sl:stylesheet>
  <sl:metadata><sl:title><sl:string sfa:string="Wells of the north"/></sl:title><sl:authors><sl:string sfa:string="Ada Example"/></sl:authors></sl:metadata>
  <sf:annotations><sf:annotation sf:target="A-1"><sf:text>${text("Count again?")}</sf:text></sf:annotation></sf:annotations>
  <sl:drawables><sl:page-group sl:page="1"><sf:drawable-shape><sf:text>${text("Mind the edge.")}</sf:text></sf:drawable-shape></sl:page-group></sl:drawables>
  <sf:headers><sf:header><sf:text-storage sf:kind="header"><sf:text-body><sf:p>Draft<sf:tab/><sf:page-number sf:value="1"/></sf:p></sf:text-body></sf:text-storage></sf:header></sf:headers>
  <sf:text-storage sf:kind="body"><sf:attachments><sf:attachment sfa:ID="T-1">${grid(orders, 3, 4)}</sf:attachment></sf:attachments>
  <sf:footnotes><sf:text-storage sf:kind="footnote"><sf:text-body><sf:p><sf:footnote-mark sf:mark="1"/> Measured in spring.<sf:footnotebr/></sf:p></sf:text-body></sf:text-storage></sf:footnotes>
  <sf:text-body><sf:page-start sf:page-index="0"/><sf:section><sf:layout>
  <sf:p sf:style="P-1">Summary<sf:br/></sf:p>
  <sf:p sf:style="body">We found <sf:annotation-field sfa:ID="A-1">four wells</sf:annotation-field><sf:footnote sf:autonumber="1"/>, see <sf:link href="https://example.org/wells">the list</sf:link>.<sf:br/></sf:p>
  <sf:p sf:style="body" sf:list-style="list-1" sf:list-level="1">In the hills<sf:br/></sf:p><sf:p sf:style="body" sf:list-style="list-1" sf:list-level="1">By the sea<sf:br/></sf:p>
  <sf:page-start sf:page-index="1"/>
  <sf:p sf:style="h1">Orders<sf:br/></sf:p>
  <sf:p sf:style="body"><sf:attachment-ref sfa:IDREF="T-1"/><sf:br/></sf:p>
  </sf:layout></sf:section></sf:text-body></sf:text-storage>`,
);

const oldNumbers = xmlDocument(
  "ls:document",
  `<ls:stylesheet>${styles}</ls:stylesheet><ls:workspace-array><ls:workspace ls:workspace-name="Shop"><ls:page-info><sf:layers><sf:layer><sf:drawables>
  <sf:chart-info><sf:geometry><sf:size sfa:w="9" sfa:h="9"/><sf:position sfa:x="0" sfa:y="200"/></sf:geometry><sf:chart-model-object><sf:formula-chart-model><sf:chart-column_names><sf:string sfa:string="Price"/></sf:chart-column_names><sf:chart-row_names><sf:string sfa:string="Ärzte"/></sf:chart-row_names><sf:chart-name sfa:string="Sales"/></sf:formula-chart-model></sf:chart-model-object></sf:chart-info>
  ${grid(orders, 3, 4)}</sf:drawables></sf:layer></sf:layers></ls:page-info></ls:workspace><ls:workspace ls:workspace-name="Empty"><ls:page-info/></ls:workspace></ls:workspace-array>`,
);

const oldKeynote = xmlDocument(
  "key:presentation",
  `<key:slide-list><key:slide><key:title-placeholder><key:text>${text("Plan for the year")}</key:text></key:title-placeholder><key:body-placeholder><key:text><sf:text-storage><sf:text-body><sf:p sf:list-level="1">Where we are<sf:br/></sf:p><sf:p sf:list-level="2">Further than before</sf:p></sf:text-body></sf:text-storage></key:text></key:body-placeholder><key:page><sf:layers><sf:layer><sf:drawables><sf:media><sf:geometry><sf:size sfa:w="9" sfa:h="9"/><sf:position sfa:x="0" sfa:y="300"/></sf:geometry><sf:content><sf:image-media><sf:filtered-image><sf:unfiltered><sf:data sf:path="pic.png"/></sf:unfiltered></sf:filtered-image></sf:image-media></sf:content></sf:media></sf:drawables></sf:layer></sf:layers></key:page><key:notes>${text("Be brief.", "note")}</key:notes></key:slide><key:slide key:hidden="true"><key:title-placeholder><key:text>${text("Spare")}</key:text></key:title-placeholder></key:slide></key:slide-list>`,
);

const bodyText = "Summary\nWe found four wells\ufffc.\nIn the hills\nBy the sea\nOrders\n\ufffc";
const at = (part: string): number => bodyText.indexOf(part);

const newOrders = table(100, {
  name: "Orders",
  at: drawable(10, 100),
  texts: ["Customer", "Price", "Ärzte & Co"],
  rows: [
    [cell(3, 0x8, integer(1)), cell(3, 0x8, integer(2))],
    [cell(3, 0x8, integer(3)), cell(2, 0x1, decimal(-12_345, -1)), cell(5, 0x4, double(730_857_600))],
    [undefined, cell(7, 0x2, double(5400)), cell(6, 0x2, double(1))],
  ],
});

const newPages: readonly Stored[] = [
  [
    1,
    10_000,
    [
      [3, ref(20)],
      [4, ref(10)],
    ],
  ],
  storage(
    10,
    bodyText,
    [1, 0],
    [5, attributes([0, 30], [at("We"), 31], [at("Orders"), 30], [at("\n\ufffc") + 1, 31])],
    [
      6,
      [
        [
          1,
          [
            [1, 0],
            [2, 0],
          ],
        ],
      ],
    ],
    [7, attributes([0, 33], [at("In the"), 32], [at("Orders"), 33])],
    [9, attributes([bodyText.lastIndexOf("\ufffc"), 12])],
    [11, attributes([at("four"), 13], [at(" wells")])],
    [16, attributes([at("\ufffc"), 14])],
    [23, attributes([at("wells"), 16], [at("wells") + 5])],
  ),
  [12, 2003, [[1, ref(100)]]],
  [13, 2032, [[2, "https://example.org/wells"]]],
  [14, 2008, [[2, ref(15)]]],
  storage(15, "Measured in spring."),
  [16, 2012, [[1, ref(17)]]],
  [
    17,
    3056,
    [
      [1, "Count again?"],
      [3, ref(18)],
    ],
  ],
  [18, 212, [[1, "Bob"]]],
  [
    20,
    10_010,
    [
      [
        1,
        [
          [1, 0],
          [4, [[1, ref(21)]]],
        ],
      ],
    ],
  ],
  shape(21, 22, drawable(0, 500)),
  storage(22, "Mind the edge."),
  paragraphStyle(30, "Heading"),
  paragraphStyle(31, "Body"),
  listStyle(32, 3, 2),
  listStyle(33, 0),
  ...newOrders,
];

const newNumbers: readonly Stored[] = [
  [
    1,
    1,
    [
      [1, ref(2)],
      [1, ref(3)],
    ],
  ],
  [
    2,
    2,
    [
      [1, "Shop"],
      [2, ref(21)],
      [2, ref(100)],
    ],
  ],
  [3, 2, [[1, "Empty"]]],
  shape(21, 22, drawable(0, 10)),
  storage(22, "Prices without tax"),
  ...newOrders,
];

const slide = (...fields: Fields): Fields => [[1, ref(900)], ...fields];

const newKeynote: readonly Stored[] = [
  [1, 1, [[2, ref(2)]]],
  [
    2,
    2,
    [
      [
        3,
        [
          [2, ref(3)],
          [2, ref(4)],
        ],
      ],
    ],
  ],
  [3, 4, [[2, ref(5)]]],
  [4, 4, [[2, ref(6)]]],
  [5, 5, slide([5, ref(10)], [6, ref(12)], [7, ref(100)], [7, ref(14)], [27, ref(16)])],
  [6, 5, slide([5, ref(18)])],
  placeholder(10, 11, drawable(0, 0)),
  storage(11, "Plan for the year"),
  placeholder(12, 13, drawable(0, 60)),
  storage(13, "Where we are\nWhere we go", [7, attributes([0, 32])]),
  [
    14,
    3005,
    [
      [1, [...drawable(0, 400), [8, "A grey square"]]],
      [11, ref(70)],
    ],
  ],
  [16, 15, [[1, ref(17)]]],
  storage(17, "Be brief."),
  placeholder(18, 19, drawable(0, 0)),
  storage(19, "Thanks"),
  listStyle(32, 2),
  [
    60,
    11_006,
    [
      [
        3,
        [
          [1, 70],
          [3, "pic.png"],
          [4, "pic-70.png"],
        ],
      ],
    ],
  ],
  ...newOrders,
];

const picture = { "Data/pic-70.png": greyPng };

const json = (request: object): string => `${JSON.stringify(request)}\n`;

/** The files of `fixtures/iwork`. */
export const fixtureFiles: Readonly<Record<string, Uint8Array | string>> = {
  "iwork/pages-09/input.pages": zipOf({ ...history, "index.xml": oldPages }),
  "iwork/numbers-09/input.numbers": zipOf({ ...history, "index.xml": oldNumbers }),
  "iwork/keynote-09/input.key": zipOf({ ...history, "index.apxl.gz": gzipSync(oldKeynote), "pic.png": greyPng }),
  "iwork/pages/input.pages": makeIwork(newPages),
  "iwork/pages-section/input.pages": makeIwork(newPages),
  "iwork/pages-section/request.json": json({ select: "orders" }),
  "iwork/numbers/input.numbers": makeIwork(newNumbers),
  "iwork/numbers-range/input.numbers": makeIwork(newNumbers),
  "iwork/numbers-range/request.json": json({ select: "Orders!A2:B3" }),
  "iwork/numbers-unknown/input.numbers": makeIwork(newNumbers),
  "iwork/numbers-unknown/request.json": json({ select: "Costs" }),
  "iwork/keynote/input.key": makeIwork(newKeynote, picture),
  "iwork/keynote-slide/input.key": makeIwork(newKeynote, picture),
  "iwork/keynote-slide/request.json": json({ pages: "2" }),
  "iwork/damaged-with-preview/input.pages": zipOf({
    ...history,
    "index.xml": "<sl:document>",
    "QuickLook/Thumbnail.jpg": greyPng,
  }),
  "iwork/encrypted/input.pages": makeIwork(newPages, { ".iwpv2": "x" }),
};
