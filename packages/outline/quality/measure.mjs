// How many definitions outlines have, beside universal-ctags: `node packages/outline/quality/measure.mjs FOLDER…`, where
// the folders hold source code of any language. OUTLINE_QUALITY_ONLY names one language, OUTLINE_QUALITY_FILES how many
// files of each (400), OUTLINE_QUALITY_SHOW how many differences are shown (0). Needs ctags; a command, never a test.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { outlineText } from "../src/outline-file.ts";
import { damageKinds, survivalOf } from "./damage.mjs";
import { measured } from "./languages.mjs";
import { scriptDefinitions } from "./script-definitions.mjs";

const fileCount = Number(process.env.OUTLINE_QUALITY_FILES ?? 400);
const shownCount = Number(process.env.OUTLINE_QUALITY_SHOW ?? 0);
const only = process.env.OUTLINE_QUALITY_ONLY;
const isDamaging = process.env.OUTLINE_QUALITY_DAMAGE !== "0";
/** What ctags calls a thing without a name. */
const unnamed = /^(?:__anon|anonymous|AnonymousFunction)/i;
const maxBytes = 500_000;
/** Long enough that a busy machine changes nothing. */
const timeMs = 60_000;

if (spawnSync("ctags", ["--version"]).error !== undefined) {
  console.log("Skipped: universal-ctags is not installed.");
  process.exit(0);
}
const folders = process.argv.slice(2);
const names = folders.flatMap((folder) => [...filesIn(folder)]).toSorted((left, right) => (left < right ? -1 : 1));
console.log(`| language | files | definitions | found | right | same last line | ${damageKinds.join(" | ")} |`);
console.log(`| --- | ---: | ---: | ---: | ---: | ---: | ${damageKinds.map(() => "---:").join(" | ")} |`);
for (const [language, rules] of Object.entries(measured)) {
  if (only !== undefined && language !== only) continue;
  const all = names.filter((name) => rules.files.test(name));
  if (all.length > 0) console.log(await rowOf(language, rules, spread(all)));
}

async function rowOf(language, rules, files) {
  const known = rules.lang === undefined ? definitionsIn(files, rules) : new Map();
  const sum = {
    files: 0,
    known: 0,
    found: 0,
    ours: 0,
    right: 0,
    ends: 0,
    sameEnds: 0,
    shown: { missed: 0, more: 0, end: 0 },
  };
  const survived = damageKinds.map(() => ({ before: 0, after: 0 }));
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const outline = async (of) =>
      entriesOf(await outlineText({ ...of, mediaType: rules.mediaType, name: basename(file), timeMs }));
    const entries = await outline({ text });
    // Minified files have no entries, by intention.
    if (entries === undefined) continue;
    const tags = rules.lang === undefined ? (known.get(file) ?? []) : scriptDefinitions(text, rules);
    if (tags === undefined) continue;
    sum.files += 1;
    compare({ file, language, sum, entries, tags });
    if (isDamaging) await survivalOf({ text, entries, outline, survived });
  }
  const survival = survived.map(({ before, after }) => percent(after, before)).join(" | ");
  const found = percent(sum.found, sum.known);
  return `| ${language} | ${sum.files} | ${sum.known} | ${found} | ${percent(sum.right, sum.ours)} | ${percent(sum.sameEnds, sum.ends)} | ${survival} |`;
}

/** Counts what ctags knows and the outline has, and the other way round. */
function compare({ file, language, sum, entries, tags }) {
  for (const definition of tags.filter(({ isWanted }) => isWanted)) {
    sum.known += 1;
    // A constructor is called like the class around it.
    const entry = entries.findLast((each) => isSame(each, definition));
    if (entry === undefined) show(sum, "missed", `${file}:${definition.line} ${definition.kind} ${definition.name}`);
    else {
      sum.found += 1;
      if (definition.end !== undefined) {
        sum.ends += 1;
        if (entry.lines.last === definition.end) sum.sameEnds += 1;
        else
          show(sum, "end", `${file}:${definition.line} ${definition.name}, ${definition.end} and ${entry.lines.last}`);
      }
    }
  }
  for (const entry of entries.filter(({ kind }) => kind !== "constant" && kind !== "property")) {
    sum.ours += 1;
    if (tags.some((tag) => isLike(entry, tag))) sum.right += 1;
    else show(sum, "more", `${language} ${file}:${entry.lines.first} ${entry.kind} ${entry.title}`);
  }
}

function isSame({ name, lines, kind, title }, definition) {
  if (definition.line < lines.first || definition.line > lines.last) return false;
  // Of a long list of selectors the title has only the first ones.
  if (kind === "rule" && title.endsWith("…")) return true;
  return kind === "rule" ? squeezed(title).includes(squeezed(definition.name)) : plain(name) === plain(definition.name);
}

/** What ctags knows under any name and as anything is no fault of ours. */
function isLike(entry, tag) {
  if (tag.line < entry.lines.first || tag.line > entry.lines.last) return false;
  return isSame(entry, tag) || entry.title.includes(tag.name);
}

function squeezed(words) {
  return words.replace(/\s+/g, "");
}

/** Without the type that it belongs to, the arguments of a specialisation, and the marks that ctags leaves out. */
function plain(name) {
  return name
    .replace(/\s+/g, "")
    .replace(/(?<=^[A-Za-z_]\w*)<.*>$/, "")
    .replace(/^.*(?:[.#]|::)(?=.)/, "")
    .replace(/^self\.|=$|^["'`[]|["'`\]]$/g, "");
}

function show(sum, what, line) {
  sum.shown[what] += 1;
  if (sum.shown[what] <= shownCount) console.error(`${what}: ${line}`);
}

function definitionsIn(files, { ctags, kinds, noise = /^$/ }) {
  const wanted = new Set(kinds.split(","));
  const call = [
    "--options=NONE",
    `--language-force=${ctags}`,
    "--output-format=json",
    "--fields=+neK",
    "--kinds-all=*",
    "-f",
    "-",
    "-L",
    "-",
  ];
  const { stdout } = spawnSync("ctags", call, { input: `${files.join("\n")}\n`, maxBuffer: 2 ** 30, encoding: "utf8" });
  const byFile = new Map();
  for (const line of stdout.split("\n").filter((each) => each.startsWith("{"))) {
    const { name, path, kind, line: first, end } = JSON.parse(line);
    if (!byFile.has(path)) byFile.set(path, []);
    byFile
      .get(path)
      .push({ name, kind, line: first, end, isWanted: wanted.has(kind) && !unnamed.test(name) && !noise.test(name) });
  }
  return byFile;
}

function entriesOf({ entries, summary }) {
  if (entries.length === 0 && summary?.startsWith("minified")) return undefined;
  return flat(entries);
}

function flat(entries) {
  return entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
}

/** As many files as are wanted, spread over all of them. */
function spread(files) {
  const step = Math.max(1, files.length / fileCount);
  return files.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile() && statSync(path).size <= maxBytes) yield path;
  }
}

function percent(part, whole) {
  return whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)} %`;
}
