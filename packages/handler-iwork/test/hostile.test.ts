import { mockContext } from "@reader/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { iwork } from "../src/index.ts";
import {
  attributes,
  blocksOf,
  drawable,
  encode,
  type Fields,
  iwaOf,
  makeIwork,
  ref,
  shape,
  storage,
  type Stored,
  table,
} from "./make-iwa.ts";
import { fixtureFiles, xmlDocument } from "./fixture-files.ts";
import { readBytes, type Reading } from "./support/read-bytes.ts";
import { zipOf } from "./support/made-files.ts";

function read(bytes: Uint8Array, wish: Parameters<typeof readBytes>[2] = {}): Promise<Reading> {
  return readBytes(iwork(), bytes, { name: "paper.pages", ...wish });
}

/** What is before a message of this length in the first field of another. */
function headOf(length: number): Uint8Array {
  return Uint8Array.of(0x0a, ...encode([[1, length]]).subarray(1));
}

const page = (body: number): Stored => [1, 10_000, [[4, ref(body)]]];

describe("archives that mean harm", () => {
  test("are refused if no block of them can be unpacked", async () => {
    // A block of Snappy that claims two gigabytes.
    const lie = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x07, 0x00, 0x61);
    const bytes = makeIwork([page(2)], { "Index/Document.iwa": Uint8Array.of(0, lie.length, 0, 0, ...lie) });
    expect((await read(bytes)).error).toBe("corrupt: Index/Document.iwa cannot be unpacked.");
  });

  test("are read up to the block that is longer than the file", async () => {
    const good = iwaOf([page(2), storage(2, "Still here.", [1, 0])]);
    const bytes = makeIwork([], { "Index/Document.iwa": Uint8Array.of(...good, 0, 0xff, 0xff, 0xff, 1, 2, 3) });
    expect((await read(bytes)).text).toBe("Still here.\n");
  });

  test("are refused when they unpack to more than the budget", async () => {
    const bytes = makeIwork([], { "Index/Document.iwa": blocksOf(new Uint8Array(8 * 1024 * 1024)) });
    const budget = { ...mockContext().budget, maxInflatedBytes: 1024 * 1024 };
    expect((await read(bytes, { budget })).error).toMatch(/^too-large: /);
  });

  test("may refer in circles", async () => {
    const group: Stored = [
      40,
      3008,
      [
        [1, drawable(0, 0)],
        [2, ref(40)],
        [2, ref(41)],
      ],
    ];
    const objects = [
      page(2),
      storage(2, "Round and \ufffc", [1, 0], [9, attributes([10, 3])]),
      [3, 2003, [[1, ref(40)]]] as const,
      group,
      shape(41, 2, drawable(0, 10)),
    ];
    expect((await read(makeIwork(objects))).text).toContain("Round and");
  });

  test("may nest messages without end", async () => {
    const [innermost, depth] = [encode([[1, 1]]), 20_000];
    // What is before the content of a message does not depend on that content, only on its length.
    const heads: Uint8Array[] = [];
    for (let inside = innermost.length; heads.length < depth; inside += heads.at(-1)?.length ?? 0) {
      heads.push(headOf(inside));
    }
    const nested = Uint8Array.from(Buffer.concat([...heads.toReversed(), innermost]));
    const objects: readonly Stored[] = [page(2), storage(2, "Deep.", [1, 0], [9, [[1, nested]]])];
    expect((await read(makeIwork(objects))).text).toBe("Deep.\n");
  });

  test("may claim any number of rows, columns and cells", async () => {
    const [info, model, tile, list] = table(100, { name: "Big", at: drawable(0, 0), texts: [], rows: [[]] });
    const huge: Fields = [...(model?.[2] ?? []).slice(0, 1), [6, 0x7fff_ffff], [7, 0x7fff_ffff], [8, "Big"]];
    const objects = [
      [1, 1, [[1, ref(2)]]] as const,
      [
        2,
        2,
        [
          [1, "Sheet"],
          [2, ref(100)],
        ],
      ] as const,
      info,
      [101, 6001, huge] as const,
      tile,
      list,
    ].filter((object) => object !== undefined);
    expect((await read(makeIwork(objects))).text).toContain("Big A1:ALL1000000:");
  });
});

describe("XML that means harm", () => {
  test.for([
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><sl:document/>', /^corrupt: /],
    ["elements without end", `${"<sf:a>".repeat(100_000)}`, /^corrupt: /],
    ["another root", xmlDocument("sl:other", ""), /^corrupt: .*not the text of a Pages, Numbers or Keynote document/],
  ] as const)("is refused: %s", async ([, xml, error]) => {
    expect((await read(zipOf({ "index.xml": xml, "buildVersionHistory.plist": "" }))).error).toMatch(error);
  });

  test("may place cells anywhere", async () => {
    const cells = '<sf:t sf:ct="-99"><sf:ct sfa:s="a"/></sf:t><sf:t sf:ct="999999999"><sf:ct sfa:s="b"/></sf:t>';
    const grid = `<sf:tabular-info><sf:tabular-model sf:name="T"><sf:grid sf:numcols="9" sf:numrows="9"><sf:datasource>${cells}</sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>`;
    const xml = xmlDocument(
      "ls:document",
      `<ls:workspace-array><ls:workspace>${grid}</ls:workspace></ls:workspace-array>`,
    );
    expect((await read(zipOf({ "index.xml": xml }))).text).toContain("|1|a|\n");
  });
});

const samples = Object.entries(fixtureFiles).filter(([path]) => /\.(?:pages|numbers|key)$/.test(path));

test("damage gives text or a typed error, never a fault", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      async ([, content], changes) => {
        const bytes = Uint8Array.from(typeof content === "string" ? [] : content);
        for (const [at, value] of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
        // Throws for anything but a typed error.
        const { error } = await read(bytes);
        expect(error ?? "").not.toMatch(/^handler-failed/);
      },
    ),
    { seed: 9, numRuns: 300 },
  );
});
