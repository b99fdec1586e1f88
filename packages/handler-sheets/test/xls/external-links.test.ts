import CFB from "cfb";
import { collect, memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { xls } from "../../src/index.ts";
import { bookRecord, makeXls, numberRecord } from "./made-files.ts";

test.for([
  ["\u0001\u0001CData\u0003rates.xls", String.raw`C:\Data\rates.xls`],
  ["\u0001\u0001@server\u0003share\u0003rates.xls", String.raw`\\server\share\rates.xls`],
  ["\u0001\u0005\u0018http://a.example/rates.xls", "http://a.example/rates.xls"],
  ["\u0001\u0004rates.xls", String.raw`..\rates.xls`],
  ["\u0001rates.xls", "rates.xls"],
  ["Server\u0003Topic", "Server|Topic"],
] as const)("an XLS file names the other file %j as %j", async ([path, shown]) => {
  const stream = makeXls([bookRecord(path), bookRecord(" ")], { Data: [numberRecord(0, 0, 1)] });
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/Workbook", stream);
  const bytes = Uint8Array.from(CFB.write(file, { type: "buffer" }) as Uint8Array);
  const links = [JSON.stringify(shown)];
  const info = await xls().info?.(memorySource("book.xls", bytes), mockContext());
  expect(info?.facts).toMatchObject({ externalLinks: links });
  const { events } = await collect(xls(), bytes);
  const message = `Its formulas refer to other files, which are not opened: ${links[0]}.`;
  expect(events).toContainEqual(expect.objectContaining({ message }));
});
