import { buildZip } from "@reader/testkit";
import { expect, test } from "vitest";
import { shown } from "./reading.ts";

function zipOf(...names: readonly string[]): Uint8Array {
  return buildZip(names.map((name) => ({ name, data: "x" })));
}

test.for([
  ["a.pages", ["Index/Document.iwa", "Metadata/Properties.plist", "preview.jpg"], '`select` "preview.jpg" shows'],
  [
    "a.numbers",
    ["Index/Document.iwa", "Index/Tables/DataList.iwa"],
    "read as an archive: to read all of it, add the handler of @reader/handler-iwork",
  ],
  ["b.pages", ["index.xml", "buildVersionHistory.plist", "QuickLook/Preview.pdf"], "its text is in `index.xml`"],
] as const)(
  "%s is said to be a document of Apple, with the way to what can be read of it",
  async ([name, names, way]) => {
    const text = await shown(name, zipOf(...names));
    expect(text).toContain("This is a document of Apple Pages, Numbers or Keynote");
    expect(text).toContain(way);
  },
);

test("another archive with an index is not an Apple document", async () => {
  expect(await shown("a.zip", zipOf("index.xml", "preview.jpg"))).not.toContain("Apple");
});
