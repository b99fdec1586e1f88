// What the bundles of the programs have in common.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages whose code is in a bundle, which they ask to go with it.
 * @param {readonly string[]} modules Paths of all modules of the bundle.
 */
export function licencesOf(modules) {
  const folders = new Set(modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean));
  return [...folders]
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map(licenceOf)
    .join("\n");
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  if (file === undefined && !license) throw new Error(`${name} has no licence.`);
  return `${name} ${version}\n\n${file === undefined ? `${license}\n` : readFileSync(join(folder, file), "utf8")}`;
}

/**
 * The source of a script that is read as Latin-1, as V8 does with its cache. Throws where an escape would mean
 * something else.
 * @param {string} source
 */
export function toAscii(source) {
  const isRaw = /String\.raw`[^`]*[^\0-\x7f]/.test(source) || /\\[^\0-\x7f]/.test(source);
  if (isRaw) throw new Error("The bundle has raw text that is not ASCII.");
  return source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
