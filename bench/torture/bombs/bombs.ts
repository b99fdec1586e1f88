// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { deadlyImages } from "../../../packages/handler-image/test/deadly/deadly-images.ts";
// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { compoundBombs } from "../../../packages/handler-office/test/isolated/bombs/compound-bombs.ts";
// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { sheetBombs } from "../../../packages/handler-office/test/isolated/bombs/sheet-bombs.ts";
// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { slideBombs } from "../../../packages/handler-office/test/isolated/bombs/slide-bombs.ts";
// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { textBombs as officeBombs } from "../../../packages/handler-office/test/isolated/bombs/text-bombs.ts";
// @boundaries-ignore the tests of the handlers have bombs of their own, which are not published
import { deadlyPdfs } from "../../../packages/handler-pdf/test/deadly/deadly-pdfs.ts";
import type { Bomb, Bombs } from "./bomb.ts";
import { imageBombs } from "./image-bombs.ts";
import { packedBombs } from "./packed-bombs.ts";
import { pdfBombs } from "./pdf-bombs.ts";
import { textBombs } from "./text-bombs.ts";

/** All bombs, by what they are: those of the handlers' tests, and those that only this folder has. */
export const bombs: Bombs = {
  ...packedBombs,
  ...textBombs,
  ...imageBombs,
  ...pdfBombs,
  ...ofTests({ ...officeBombs, ...sheetBombs, ...slideBombs, ...compoundBombs, ...deadlyImages }),
  ...ofTests(Object.fromEntries(Object.entries(deadlyPdfs).map(([what, each]) => [what, { name: "a.pdf", ...each }]))),
};

interface TestBomb {
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly select?: string;
  readonly view?: "image";
}

function ofTests(all: Readonly<Record<string, TestBomb>>): Bombs {
  return Object.fromEntries(
    Object.entries(all).map(([what, { name, make, select, view }]): [string, Bomb] => {
      const request = { ...(select === undefined ? {} : { select }), ...(view === undefined ? {} : { view }) };
      return [what, { name, make, request }];
    }),
  );
}
