import { renderText } from "@reader/core/render";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compoundBombs } from "./bombs/compound-bombs.ts";
import { sheetBombs } from "./bombs/sheet-bombs.ts";
import { slideBombs } from "./bombs/slide-bombs.ts";
import { textBombs } from "./bombs/text-bombs.ts";
import { canary, createIsolatedOffice } from "./isolated-office.ts";

/** What a read may add to the memory of this process: the bytes of the file on their way, and the answer. */
const maxGrowthBytes = 200_000_000;

const office = createIsolatedOffice();

beforeAll(() => office.files.put(canary.path, canary.bytes));
afterAll(() => office.close());

test.for(Object.entries({ ...textBombs, ...sheetBombs, ...slideBombs, ...compoundBombs }))(
  "%s ends as it may, this process stays small, and the next document is read",
  async ([, { name, make, ends, select }]) => {
    office.files.put(`/${name}`, make());
    const before = process.memoryUsage.rss();
    const outcome = await office.read(select === undefined ? { path: `/${name}` } : { path: `/${name}`, select });
    expect(process.memoryUsage.rss() - before).toBeLessThan(maxGrowthBytes);
    office.files.remove(`/${name}`);
    expect(ends).toContain(outcome.ok ? "ok" : outcome.error.code);
    expect(renderText(await office.read({ path: canary.path }))).toContain(canary.text);
  },
);
