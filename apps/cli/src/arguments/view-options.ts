import type { Option } from "./option.ts";
import { choice, files, read, text } from "./option-values.ts";
import { models, views } from "./words.ts";

/** How to read it: as what, with which password, for which model. */
export const viewOptions: readonly Option[] = [
  {
    name: "view",
    value: choice(views),
    help: "How to see a document; outline shows what a file has, by name and place. Default: auto.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "encoding",
    value: text("NAME"),
    help: "Read text in this encoding instead of the one that the bytes suggest.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "password",
    value: text("P"),
    help: "The password of an encrypted document.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "ocr-language",
    value: text("NAME"),
    isRepeatable: true,
    help: "The language of scans and screenshots: eng, deu, chi_sim. Default: eng. Others: npm install @tesseract.js-data/NAME.",
    group: "How to read it",
    commands: read,
  },
  {
    name: "model",
    value: choice(models),
    help: "Print what this model takes besides text. Default: text.",
    group: "How to read it",
    commands: files,
  },
];
