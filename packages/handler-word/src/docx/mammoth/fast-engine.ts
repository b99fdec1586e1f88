import { createDocxFile, type ReadTree } from "./docx-file.ts";
import { fastUnderscore } from "./exchanged/fast-underscore.ts";
import { mendElements } from "./exchanged/mend-elements.ts";
import { mendResults } from "./exchanged/mend-results.ts";
import { mendStyles } from "./exchanged/mend-styles.ts";
import { simplify } from "./exchanged/simplify.ts";
import type { MammothEngine, MammothInput } from "./mammoth-engine.ts";
import type { MammothElement, MammothNode } from "./mammoth-node.ts";
import { elementClassIn, functionIn, isRecord, resultOf, type ElementClass } from "./mammoth-shape.ts";
import type { PrivateModules } from "./private-modules.ts";
import { readMammothTree } from "./read-mammoth-tree.ts";
import { settleTree } from "./settle-tree.ts";

/** The versions whose modules are known to fit ours. */
const knownVersions: ReadonlySet<unknown> = new Set(["1.13.0"]);

/** mammoth with modules of ours in the place of some of its own; throws where they may not fit. */
export function createFastEngine(modules: PrivateModules): MammothEngine {
  const manifest = modules.load("./package.json");
  const version = isRecord(manifest) ? manifest["version"] : undefined;
  if (!knownVersions.has(version)) throw new Error(`mammoth ${String(version)} is not known.`);
  const Element = exchangeModules(modules);
  const convertToHtml = functionIn(modules.load("./lib/index.js"), "convertToHtml");
  return {
    isFast: true,
    async convert(input) {
      const file = createDocxFile(input, treeReader(input, Element));
      const { value, messages } = resultOf(await convertToHtml({ file }, input.options ?? {}));
      return { html: value, messages: messages.map(({ message }) => message) };
    },
  };
}

/** Each module is exchanged or mended before another one can take what it exports. */
function exchangeModules(modules: PrivateModules): ElementClass {
  modules.exchange("underscore", fastUnderscore(modules.load("underscore")));
  const nodes = modules.load("./lib/xml/nodes.js");
  const Element = elementClassIn(nodes);
  mendElements(Element);
  // The rest of this module reads and writes strings of XML, and is not asked for it; nor is the reader of ZIP files.
  modules.exchange("./lib/xml/index.js", nodes);
  modules.exchange("jszip", {});
  modules.exchange("./lib/docx/office-xml-reader.js", { readXmlFromZipFile });
  modules.exchange("./lib/html/simplify.js", simplify);
  mendResults(modules.load("./lib/results.js"));
  mendStyles(modules.load("./lib/document-to-html.js"));
  return Element;
}

/** What mammoth asks for each part that is XML. */
async function readXmlFromZipFile(file: ReturnType<typeof createDocxFile>, name: string): Promise<unknown> {
  return file.exists(name) ? file.readTree(name) : null;
}

function treeReader({ rewrite }: MammothInput, Element: ElementClass): ReadTree {
  const makeElement = (name: string, attributes: MammothElement["attributes"], children: readonly MammothNode[]) =>
    new Element(name, attributes, children);
  const isElement = (node: MammothNode): boolean => node instanceof Element;
  return (bytes, part) => {
    const root = readMammothTree(bytes, { part, makeElement, joinsText: rewrite !== undefined });
    return settleTree(rewrite?.(part, root) ?? root, { makeElement, isElement });
  };
}
