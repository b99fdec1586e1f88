import { dirname } from "node:path";
import { createReader } from "@reader/core";
import { pptx } from "@reader/handler-office";
import { times } from "./cli-rows.ts";
import { whole } from "../files/bench-data.ts";
import { makePptx } from "../files/make-pptx.ts";
import { alternate, workTime } from "../measure.ts";
import { readWhole, roomy } from "./read-whole.ts";
import type { Row } from "../row.ts";

const slides = 200;

/** Rows about presentations. */
export const pptxRows: readonly Row[] = [
  {
    name: `PPTX of ${slides} slides with notes, in process`,
    peer: "officeparser",
    packages: ["officeparser"],
    atMost: 0.2,
    async measure() {
      const { OfficeParser } = await import("officeparser");
      const file = await whole(`${slides}-slides.pptx`, () => makePptx(slides));
      const ours = workTime(async () => {
        const reader = createReader({ handlers: [pptx()], roots: [dirname(file)], budget: roomy });
        await readWhole(reader, file);
        await reader.close();
      });
      const theirs = workTime(async () => (await OfficeParser.parseOffice(file)).to("text"));
      return times(await alternate(ours, theirs));
    },
  },
];
