import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ReadError } from "@reader/core/handler";

/** A language whose data is there. */
export interface Language {
  readonly name: string;
  /** The folder of its data. */
  readonly folder: string;
}

/** The models for the LSTM engine as integers: a quarter of the bytes of the others, and as sure where we compared. */
const dataFolder = "4.0.0_best_int";

/** More at once take longer and confuse the engine. */
const maxLanguages = 8;

/** Throws a `TypeError` for what cannot be the name of a language: it becomes a part of paths. */
export function checkLanguages(languages: readonly string[]): void {
  const wrong = languages.find((name) => !/^[A-Za-z]\w{1,30}$/.test(name));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is no language: give a name such as "eng".`);
  const isCount = languages.length > 0 && languages.length <= maxLanguages;
  if (!isCount) throw new TypeError(`Give 1 to ${maxLanguages} languages.`);
}

/** Where the data of languages lies. Throws a `ReadError` for the first that is not installed. */
export function findLanguages({ languages = ["eng"], dataFolders = {}, resolveFrom }: OcrOptions): readonly Language[] {
  const places = [...(resolveFrom === undefined ? [] : [resolveFrom]), import.meta.url];
  return languages.map((name) => {
    const given = Object.hasOwn(dataFolders, name) ? dataFolders[name] : undefined;
    const folder = given ?? places.map((place) => folderFrom(name, place)).find((found) => found !== undefined);
    if (folder === undefined) throw notInstalled(name);
    return { name, folder };
  });
}

/** The file of a language, packed or not; undefined where there is none. */
export function dataFileOf({ name, folder }: Language): string | undefined {
  return [`${name}.traineddata.gz`, `${name}.traineddata`].map((file) => join(folder, file)).find(existsSync);
}

/** The error for a language without data. */
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

/** What would help where print is in a language that is not expected. */
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

/** How text is recognised. Everything has a default. */
export interface OcrOptions {
  /**
   * The languages of the pictures, the most likely one first, by the names of their data: `eng`, `deu`, `chi_sim`. The
   * data of each is the npm package `@tesseract.js-data/NAME`; that of `eng`, the default, comes with this package.
   */
  readonly languages?: readonly string[];
  /** The file URL from which packages of languages are resolved besides this package's own place: your program's. */
  readonly resolveFrom?: string;
  /** Folders with `NAME.traineddata` or `NAME.traineddata.gz`, by language, for data that is no npm package. */
  readonly dataFolders?: Readonly<Record<string, string>>;
}
