import type { Extent, InfoOutcome, InfoResult, Notice, Reader, ReadOptions } from "@reader/core";
import { noticeText, outlineLines } from "@reader/core/render";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { inOptions } from "../outcomes/failure.ts";
import { commandFor, commandWithFields } from "../outcomes/shell-command.ts";
import { formatBytes, formatNumber, printable } from "../output/format.ts";
import { stylerFor, write } from "../output/write.ts";
import { failureWithPath, type FilesCommand, runFiles, type Target } from "./files.ts";

/** `reader info PATH …`: describes files without printing their content. */
export function runInfo(line: CommandLine): Promise<number> {
  return runFiles(line, infoCommand);
}

const infoCommand: FilesCommand<InfoOutcome> = {
  async ask(reader, request, options) {
    const outcome = await reader.info(request, options);
    const isFolder = !outcome.ok && outcome.error.code === "is-directory";
    return isFolder ? describeFolder(reader, request.path, options) : outcome;
  },
  askInput: async (read) => (await import("../standard-input/read-standard-input.ts")).describeStandardInput(read),
  withPath(outcome, path) {
    if (!outcome.ok) return failureWithPath(outcome, path);
    return outcome.next === undefined ? outcome : { ...outcome, next: { ...outcome.next, path } };
  },
  async show(outcome, target) {
    if (outcome.ok) await showInfo(outcome, target);
    else await (await import("../outcomes/failure.ts")).showFailure(outcome, target);
  },
};

/** Maximum number of types of files that are listed. */
const maxTypes = 12;

/** Describes a folder by its own entries, without those of the folders in it. */
async function describeFolder(reader: Reader, path: string, options: ReadOptions): Promise<InfoOutcome> {
  const listed = await reader.list(path, options);
  if (!listed.ok) return listed;
  const { entries, isComplete } = listed;
  const files = entries.filter(({ kind }) => kind === "file");
  const folders = entries.filter(({ kind }) => kind === "directory").length;
  const others = entries.length - files.length - folders;
  return {
    ok: true,
    path: listed.path,
    mediaType: "inode/directory",
    handler: "folder",
    bytes: await totalSize(
      reader,
      files.slice(0, maxMeasured).map(({ name }) => `${path.replace(/\/$/, "")}/${name}`),
    ),
    extents: [{ type: "extent", unit: "entry", total: entries.length, exact: isComplete }],
    facts: {
      folders,
      files: files.length,
      ...(others === 0 ? {} : { "links and others": others }),
      ...(files.length === 0 ? {} : { types: typesOf(files.map(({ name }) => name)) }),
    },
    notices: files.length > maxMeasured ? [partlyMeasured] : [],
    next: { path },
  };
}

/** Maximum number of files whose sizes are added. */
const maxMeasured = 5000;

const partlyMeasured: Notice = {
  type: "notice",
  code: "handler",
  message: `The size is that of the first ${maxMeasured} files.`,
};

/** Files that may not be read count as empty. */
async function totalSize(reader: Reader, paths: readonly string[]): Promise<number> {
  let total = 0;
  for (const path of paths) {
    const file = await reader.locate(path);
    if (file.ok) total += file.size;
  }
  return total;
}

/** The number of files by extension, the most frequent first. */
function typesOf(names: readonly string[]): { readonly [extension: string]: number } {
  const counts = new Map<string, number>();
  for (const name of names) {
    const extension = /[^.](\.[^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "without extension";
    counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  const ranked = [...counts].toSorted(([, left], [, right]) => right - left);
  const rest = ranked.slice(maxTypes).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...ranked.slice(0, maxTypes), ...(rest === 0 ? [] : [["others", rest] as const])]);
}

async function showInfo(info: InfoResult, { line, path, index }: Target): Promise<void> {
  const style = stylerFor("stdout");
  const rows = [
    [
      "type",
      isFolder(info)
        ? "folder"
        : `${info.mediaType}${info.handler === undefined ? ", unsupported" : `, read as ${info.handler}`}`,
    ],
    ["size", sizeText(info.bytes) + (isFolder(info) ? " in its own files" : "")],
    ...info.extents.map(({ unit, total, exact }) => [
      pluralOf(unit),
      `${exact ? "" : "at least "}${formatNumber(total)}`,
    ]),
    ...(info.text === undefined ? [] : [["encoding", encodingText(info.text)]]),
    ...(info.tokens === undefined ? [] : [["tokens", tokensText(info.tokens, info.firstAnswer)]]),
    ...factsBesideExtents(info).flatMap(([name, value]) => factRows(printable(factName(name)), value)),
    ...outlineRows(info),
    ...info.notices.map((notice) => ["notice", printable(inOptions(noticeText(notice)))]),
    ...(info.next === undefined ? [] : [["next", commandFor(info.next, line.options)]]),
    ...(isFolder(info) ? [["", commandWithFields("find", { pattern: "PATTERN", path }, line.options)]] : []),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  const body = rows.map(([name = "", value]) => `  ${style("dim", name.padEnd(width))}  ${value}\n`).join("");
  await write("stdout", `${index > 0 ? "\n" : ""}${style("bold", printable(path))}\n${body}`);
}

/** The name of a fact in words: `page sizes` for `pageSizes`, `tagged` for `isTagged`. Other names are those of documents. */
export function factName(name: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]+)+$/.test(name)) return name;
  return name
    .replace(/^is(?=[A-Z])/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trimStart();
}

function isFolder({ mediaType }: InfoResult): boolean {
  return mediaType === "inode/directory";
}

function pluralOf(unit: Extent["unit"]): string {
  return unit === "entry" ? "entries" : `${unit}s`;
}

/** Handlers also report the number of pages as a fact. */
function factsBesideExtents({ facts, extents }: InfoResult): readonly (readonly [string, unknown])[] {
  const shown = new Map<string, unknown>(extents.map(({ unit, total }) => [pluralOf(unit), total]));
  return Object.entries(facts).filter(([name, value]) => !shown.has(name) || shown.get(name) !== value);
}

/** Returns no rows if the facts already contain the outline. */
function outlineRows({ outline, facts }: InfoResult): readonly (readonly string[])[] {
  if (outline === undefined || "outline" in facts || "headings" in facts) return [];
  const { omittedEntries = 0 } = outline;
  const more = omittedEntries === 0 ? [] : [`… and ${formatNumber(omittedEntries)} more: --view outline`];
  return [...outlineLines(outline), ...more].map((line, index) => [index === 0 ? "outline" : "", printable(line)]);
}

/** The first row has the name of the fact. */
function factRows(name: string, value: unknown): readonly (readonly string[])[] {
  return factLines(value).map((line, index) => [index === 0 ? name : "", line]);
}

function sizeText(bytes: number): string {
  const exact = `${formatNumber(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;
  return bytes < 1000 ? exact : `${exact} (${formatBytes(bytes)})`;
}

const lineEndings = { lf: "LF", crlf: "CRLF", cr: "CR", mixed: "mixed line endings", none: "no line ending" } as const;

function encodingText({ encoding, confidence, bom, eol, finalNewline }: NonNullable<InfoResult["text"]>): string {
  const facts = [
    confidence < 1 ? `${encoding} (${Math.round(confidence * 100)} % sure)` : encoding,
    ...(bom ? ["with a byte order mark"] : []),
    lineEndings[eol],
    ...(eol === "none" || finalNewline ? [] : ["none after the last line"]),
  ];
  return facts.join(", ");
}

function tokensText({ amount, by }: NonNullable<InfoResult["tokens"]>, firstAnswer: InfoResult["firstAnswer"]): string {
  const words = { counted: "about", sampled: "roughly", "at-least": "at least" } as const;
  const whole = `${words[by]} ${formatNumber(amount)}`;
  const isPart = firstAnswer !== undefined && firstAnswer.tokens < amount;
  return isPart ? `${whole}; the first answer ${formatNumber(firstAnswer.tokens)}` : whole;
}

/**
 * Formats a fact of a handler as lines. A flat list or object takes one line, a list of lists or objects one line per item,
 * and an object inside an object is indented below its name.
 */
export function factLines(value: unknown): readonly string[] {
  return linesOf(value).map(printable);
}

const indent = "  ";

function linesOf(value: unknown): readonly string[] {
  if (!isComposed(value)) return [String(value)];
  const entries = Object.entries(value);
  if (!entries.some(([, each]) => isComposed(each))) return [flatText(value)];
  if (Array.isArray(value)) return entries.flatMap(([, each]) => itemLines(each));
  return entries.flatMap(([name, each]) => namedLines(name, linesOf(each)));
}

/** Cells of a row are separated by bars, because they can contain commas. */
function itemLines(item: unknown): readonly string[] {
  const isRow = Array.isArray(item) && !item.some(isComposed);
  return isRow ? [item.map(String).join(" | ")] : linesOf(item);
}

function namedLines(name: string, lines: readonly string[]): readonly string[] {
  const [only = ""] = lines;
  return lines.length <= 1 ? [`${name} ${only}`] : [name, ...lines.map((line) => `${indent}${line}`)];
}

function flatText(value: object): string {
  const parts = Object.entries(value).map(([name, each]) =>
    Array.isArray(value) ? String(each) : `${name} ${String(each)}`,
  );
  return parts.join(", ");
}

function isComposed(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
