import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { testRaced } from "../../../../packages/testkit/test/support/racer/test-raced.ts";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { saveImages } from "../../src/outcomes/save-images.ts";
import { readThrough } from "../../src/reading/grant.ts";
import { setupFor } from "../../src/reading/setup.ts";
import { folderWith } from "../support/folder.ts";

/** A picture of text, whose words say where it lies, for a handler that passes it on as it is. */
function svgOf(words: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>${words}</title></svg>\n`;
}

testRaced("`--save-images` below `--root`", {
  calls: 120,
  ask: ["files"],
  inside: { "image.svg": svgOf("inside") },
  outside: { "image.svg": svgOf("LEAKED") },
  async open({ root }) {
    const target = folderWith();
    const line = await parseArguments(["read", "--root", root, "--save-images", target, "--no-isolate", "x"]);
    const setup = setupFor(line);
    let seen = 0;
    const wayIn = async (path: string): Promise<readonly unknown[]> => {
      const outcome = await readThrough({ path, roots: [root], setup }, (reader, granted) => reader.read(granted));
      const { saved } = await saveImages(outcome, target);
      const names = readdirSync(target).toSorted();
      const files = names.slice(seen).map((name) => readFileSync(join(target, name)));
      seen = names.length;
      return [outcome, saved, names, files];
    };
    const [, saved] = await wayIn("image.svg");
    if (!Array.isArray(saved) || saved.length !== 1) throw new Error("The image was not saved before the race.");
    return wayIn;
  },
});
