import { notice, ReadError, text, type HandlerEvent, quoted } from "@reader/core/handler";
import { fence } from "@reader/document";
import type { OfficePackage } from "../package/office-package.ts";
import { createXmlReader } from "../xml/xml-reader.ts";
import { withoutDoctype } from "./without-doctype.ts";

/** Maximum number of modules shown, and of characters of each. */
const maxModules = 20;
const maxCharacters = 20_000;

/** Yields the source code of the macros of a document. They are never run. */
export async function* macroEvents(opened: OfficePackage): AsyncGenerator<HandlerEvent> {
  if (modulesIn(opened).length === 0) return;
  yield notice("The document contains macros, which are not run.");
  const code = await macroText(opened);
  if (code !== "") yield text(code);
}

/** Returns the macro code of a package, each module after an empty line, or an empty string. */
export async function macroText(opened: OfficePackage): Promise<string> {
  const texts: string[] = [];
  for (const name of modulesIn(opened).slice(0, maxModules)) {
    const source = name.endsWith(".xml") ? await sourceOf(opened, name) : "";
    if (source.trim() === "") continue;
    texts.push(`\nMacro ${quoted(name)}:\n\n${fence("basic", source.slice(0, maxCharacters))}`);
  }
  return texts.join("");
}

function modulesIn({ zip }: OfficePackage): readonly string[] {
  return zip.entries
    .map(({ name }) => name)
    .filter(
      (name) => /^(?:Basic|Scripts)\/.+\/[^/]+\.\w+$/.test(name) && !/\/(?:script|dialog)-l[bc]\.xml$/.test(name),
    );
}

async function sourceOf(opened: OfficePackage, name: string): Promise<string> {
  const pieces: string[] = [];
  const reader = createXmlReader(name, {
    open: () => undefined,
    close: () => undefined,
    text: (characters) => void pieces.push(characters),
  });
  try {
    for await (const piece of withoutDoctype(opened.stream(name))) reader.write(piece);
    reader.end();
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
  }
  return pieces.join("");
}
