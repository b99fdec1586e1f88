import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ReadError } from "@reader/core/handler";

/** A language whose data was found. */
export interface Language {
  readonly name: string;
  /** The folder with its data. */
  readonly folder: string;
}

/**
 * Folder of the integer LSTM models: a quarter of the size of the others, with the same confidence in our comparison.
 */
const dataFolder = "4.0.0_best_int";

/** Maximum number of languages. More take longer and confuse the engine. */
const maxLanguages = 8;

/** Throws a `TypeError` for an invalid language name. Names become part of paths. */
export function checkLanguages(languages: readonly string[]): void {
  const wrong = languages.find((name) => !/^[A-Za-z]\w{1,30}$/.test(name));
  if (wrong !== undefined)
    throw new TypeError(`${JSON.stringify(wrong)} is not a language name. Use one such as "eng".`);
  const isCount = languages.length > 0 && languages.length <= maxLanguages;
  if (!isCount) throw new TypeError(`Give 1 to ${maxLanguages} languages.`);
}

/** Finds the data of languages. Throws a `ReadError` for the first that is not installed. */
export function findLanguages({ languages = ["eng"], dataFolders = {}, resolveFrom }: OcrOptions): readonly Language[] {
  const places = [...(resolveFrom === undefined ? [] : [resolveFrom]), import.meta.url];
  return languages.map((name) => {
    const given = Object.hasOwn(dataFolders, name) ? dataFolders[name] : undefined;
    const folder = given ?? places.map((place) => folderFrom(name, place)).find((found) => found !== undefined);
    if (folder === undefined) throw notInstalled(name);
    return { name, folder };
  });
}

/** Returns the data file of a language, compressed or not, or `undefined`. */
export function dataFileOf({ name, folder }: Language): string | undefined {
  return [`${name}.traineddata.gz`, `${name}.traineddata`].map((file) => join(folder, file)).find(existsSync);
}

/** Creates the error for a language without data. */
export function notInstalled(name: string): ReadError {
  const packageName = packageOf(name);
  return new ReadError(
    "handler-failed",
    `To recognise text in the language "${name}", the package ${packageName} is needed, which is not installed.`,
    {
      hint: `Ask the user to run \`npm install ${packageName}\`, or to name another language.`,
      details: { package: packageName },
    },
  );
}

/** The advice for low confidence: the print may be in another language. */
export const otherLanguage: string =
  `If its print is in another language (such as ara, chi_sim, deu, rus), ask the user to run ` +
  `\`npm install ${packageOf("NAME")}\` and to name that language to the recogniser.`;

function packageOf(name: string): string {
  return `@tesseract.js-data/${name}`;
}

function folderFrom(name: string, place: string): string | undefined {
  try {
    return join(dirname(createRequire(place).resolve(`${packageOf(name)}/package.json`)), dataFolder);
  } catch {
    return undefined;
  }
}

/** Options of `ocr`, all optional. */
export interface OcrOptions {
  /**
   * The languages of the images, most likely first, by the names of their data: `eng`, `deu`, `chi_sim`. Each needs the
   * npm package `@tesseract.js-data/NAME`; `eng`, the default, is included.
   */
  readonly languages?: readonly string[];
  /** The file URL of your program, from which language packages are resolved first, then from this package. */
  readonly resolveFrom?: string;
  /** Folders with `NAME.traineddata` or `NAME.traineddata.gz`, by language, for data that is not an npm package. */
  readonly dataFolders?: Readonly<Record<string, string>>;
}
