import { flatDocument, listStyle, pngBase64 } from "./flat-document.ts";

const meta =
  "<dc:title>Bees of the valley</dc:title><meta:initial-creator>Ada Field</meta:initial-creator><dc:creator>Ben Meadow</dc:creator>" +
  "<meta:creation-date>2024-03-01T10:00:00</meta:creation-date><dc:date>2024-03-05T11:30:00</dc:date><meta:keyword>bees</meta:keyword><meta:keyword>valley</meta:keyword>";

const styles =
  '<style:style style:name="Standard" style:family="paragraph"/>' +
  '<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="1"/>' +
  '<style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="2"/>' +
  '<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph" style:parent-style-name="Standard"/>' +
  '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>' +
  '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>';

const automaticStyles =
  '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout>' +
  '<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
  '<style:style style:name="italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>' +
  '<style:style style:name="hidden" style:family="text"><style:text-properties text:display="none"/></style:style>' +
  '<style:style style:name="up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
  listStyle("numbers", "1", "a", "i");

const masterStyles =
  '<style:master-page style:name="Standard" style:page-layout-name="page"><style:header><text:p>Field notes</text:p></style:header>' +
  "<style:footer><text:p>Not for release</text:p></style:footer></style:master-page>";

function change(identifier: string, kind: "insertion" | "deletion", content = ""): string {
  return (
    `<text:changed-region xml:id="${identifier}" text:id="${identifier}"><text:${kind}><office:change-info><dc:creator>Ben Meadow</dc:creator>` +
    `<dc:date>2024-03-04T09:00:00</dc:date></office:change-info>${content}</text:${kind}></text:changed-region>`
  );
}

const changes = `<text:tracked-changes>${change("c1", "insertion")}${change("c2", "deletion", "<text:p>few </text:p>")}</text:tracked-changes>`;

const paragraphs =
  '<text:h text:style-name="Heading_20_1" text:outline-level="1">Where they live</text:h>' +
  '<text:p>Bees live in <text:span text:style-name="bold">hollow</text:span> trees and <text:span text:style-name="italic">dry</text:span> stems' +
  '<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Mostly of elder.</text:p></text:note-body></text:note>, ' +
  'at 10<text:span text:style-name="up">2</text:span> metres, <text:a xlink:type="simple" xlink:href="https://example.org/bees">as is known</text:a>.</text:p>' +
  '<text:p>There are <text:change text:change-id="c2"/><text:change-start text:change-id="c1"/>many <text:change-end text:change-id="c1"/>of them' +
  "<office:annotation><dc:creator>Cleo Brook</dc:creator><dc:date>2024-03-05T08:00:00</dc:date><text:p>How many?</text:p></office:annotation>." +
  '<text:span text:style-name="hidden">Do not print this.</text:span></text:p>';

const lists =
  '<text:h text:style-name="Heading_20_2" text:outline-level="2">What to bring</text:h>' +
  '<text:list text:style-name="numbers"><text:list-item><text:p>A net</text:p><text:list><text:list-item><text:p>of silk</text:p></text:list-item>' +
  "<text:list-item><text:p>with a handle</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>A glass</text:p></text:list-item></text:list>" +
  '<text:p text:style-name="Preformatted_20_Text">count = 0</text:p><text:p text:style-name="Preformatted_20_Text">count<text:s text:c="2"/>+= 1</text:p>';

function cell(content: string, attributes = ""): string {
  return `<table:table-cell office:value-type="string"${attributes}>${content === "" ? "" : `<text:p>${content}</text:p>`}</table:table-cell>`;
}

const table =
  '<text:h text:style-name="Heading_20_1" text:outline-level="1">Counts</text:h>' +
  '<table:table table:name="Counts"><table:table-column table:number-columns-repeated="3"/>' +
  `<table:table-header-rows><table:table-row>${cell("Place")}${cell("Spring")}${cell("Summer")}</table:table-row></table:table-header-rows>` +
  `<table:table-row>${cell("Orchard")}${cell("12")}${cell("48")}</table:table-row>` +
  `<table:table-row>${cell("Both banks", ' table:number-rows-spanned="2"')}${cell("9")}${cell("31")}</table:table-row>` +
  `<table:table-row><table:covered-table-cell/>${cell("in all seasons", ' table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table>`;

const image =
  '<text:p><draw:frame draw:name="photo" text:anchor-type="as-char" svg:width="2cm" svg:height="2cm">' +
  `<draw:image draw:mime-type="image/png"><office:binary-data>${pngBase64()}</office:binary-data></draw:image><svg:desc>Four grey squares</svg:desc></draw:frame></text:p>`;

/** A document with one of most things, as flat XML. */
export function report(): Uint8Array {
  return flatDocument(`${changes}${paragraphs}${lists}${table}${image}<text:p>The end.</text:p>`, {
    meta,
    styles,
    automaticStyles,
    masterStyles,
  });
}
