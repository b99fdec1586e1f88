import { deckParts } from "../../support/deck-builder.ts";
import { title } from "../../support/shapes-xml.ts";
import { makeFodp, makeOdp } from "../../support/make-odp.ts";
import { makePpt, record, shapeOf, textOf, longs } from "../../support/make-ppt.ts";
import { zipOf } from "../../support/zip-of.ts";
import { nested, type Bomb } from "./bomb.ts";

const thousands = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Bombs of presentations, by what they are. */
export const slideBombs: Readonly<Record<string, Bomb>> = {
  // More parts than the 10 000 that a package may have.
  "six thousand slides, each with its links": {
    name: "a.pptx",
    make: () => zipOf(deckParts({ slides: thousands(6000).map((at) => ({ shapes: title(`Slide ${at}`) })) })),
    ends: ["too-large"],
  },
  "a table of a thousand million cells by its repetitions": {
    name: "a.odp",
    make: () =>
      makeOdp({
        pages: [
          '<draw:page><draw:frame><table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></draw:frame></draw:page>',
        ],
      }),
    ends: ["ok", "too-large"],
  },
  "a thousand million spaces by their number on a slide": {
    name: "a.fodp",
    make: () =>
      makeFodp({
        pages: [
          `<draw:page>${'<draw:frame><draw:text-box><text:p>a<text:s text:c="1000000000"/>b</text:p></draw:text-box></draw:frame>'.repeat(100)}</draw:page>`,
        ],
      }),
    ends: ["ok", "too-large"],
  },
  "five thousand groups in groups on a slide of OpenDocument": {
    name: "a.fodp",
    make: () => makeFodp({ pages: [nested(5000, ["<draw:g>", "", "</draw:g>"])] }),
    ends: ["ok", "corrupt"],
  },
  "two thousand slides of PowerPoint 97": {
    name: "a.ppt",
    make: () =>
      makePpt({ slides: thousands(2000).map((at) => ({ shapes: [shapeOf({ text: textOf(0, `Slide ${at}`) })] })) }),
    ends: ["ok", "too-large"],
  },
  "records of PowerPoint 97 that are longer than the file": {
    name: "a.ppt",
    make: () => {
      const inner = record(0x03e8, longs(1, 2, 3));
      new DataView(inner.buffer, inner.byteOffset).setUint32(4, 0xffff_ffff, true);
      return makePpt({ slides: [{ shapes: [] }], document: [inner] });
    },
    ends: ["ok", "corrupt"],
  },
};
