import type {
  BatchOptions,
  BatchPreview,
  BatchProgress,
  BatchStatus,
  BatchSummary,
  RunTotals,
  ShardsStatus,
  StartTotals,
} from "@reader/batch";
import { shellWord } from "@reader/core/render";
import { milliseconds } from "../output/clock.ts";
import { formatBytes, formatNumber, printable } from "../output/format.ts";
import { isTerminal, writeNow } from "../output/write.ts";

/** Shows the progress of a run on stderr: one changing line on a terminal, a line from time to time elsewhere. */
export interface ProgressLine<Progress> {
  show(progress: Progress): void;
  /** Erases the line. Call it before any other output. */
  clear(): void;
}

/** The clock and the channel of a progress line, for tests. */
export interface ProgressOptions {
  readonly isQuiet?: boolean;
  readonly clock?: () => number;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly write?: (text: string) => void;
}

const intervals = { terminalMs: 100, plainMs: 10_000 };

/** Moves to the start of the line and erases it. */
const eraseLine = "\r\u001b[K";

/** Creates the progress of a run that starts now. */
export function createBatchProgress(options: ProgressOptions = {}): ProgressLine<BatchProgress> {
  return createProgress(progressText, options);
}

/** Creates the progress of anything that a line describes. */
export function createProgress<Progress>(
  textOf: (progress: Progress, elapsedMs: number) => string,
  options: ProgressOptions,
): ProgressLine<Progress> {
  const { isQuiet = false, clock = milliseconds, write = (text) => writeNow("stderr", text) } = options;
  const isAnimated = options.isTerminal ?? isTerminalLine();
  const columns = isAnimated ? (options.columns ?? terminalColumns()) : Number.POSITIVE_INFINITY;
  const start = clock();
  let due = start + (isAnimated ? 0 : intervals.plainMs);
  let isShown = false;
  return {
    show(progress) {
      const now = clock();
      if (isQuiet || now < due) return;
      due = now + (isAnimated ? intervals.terminalMs : intervals.plainMs);
      const text = shortened(textOf(progress, now - start), columns - 1);
      write(isAnimated ? `${eraseLine}${text}` : `${text}\n`);
      isShown = isAnimated;
    },
    clear() {
      if (isShown) write(eraseLine);
      isShown = false;
    },
  };
}

/** Shortens a line to a width, if possible by whole parts of it. */
function shortened(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.max(...[" · ", " ("].map((separator) => text.lastIndexOf(separator, width)));
  return text.slice(0, end > 0 ? end : width);
}

function isTerminalLine(): boolean {
  return process.env["TERM"] !== "dumb" && isTerminal("stderr");
}

function terminalColumns(): number {
  return process.stderr.columns ?? 80;
}

/** Describes progress in one line, with a bar, the rate and the time that is left. */
function progressText(progress: BatchProgress, elapsedMs: number): string {
  const { phase, documents, readNow, left, retries, totals } = progress;
  if (phase === "planning") return `${formatNumber(documents)} files found …`;
  const perSecond = elapsedMs === 0 ? 0 : (readNow / elapsedMs) * 1000;
  const leftMs = perSecond === 0 ? undefined : (left / perSecond) * 1000;
  const [done, all, what] = retries === 0 ? [progress.done, documents, ""] : [readNow, readNow + left, " again"];
  return [
    `${barOf(all === 0 ? 1 : done / all)} ${formatNumber(done)} of ${formatNumber(all)}${what}`,
    `${formatRate(perSecond)}/s`,
    ...(leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`]),
    ...(totals.failed === 0 ? [] : [`${formatNumber(totals.failed)} failed (${countsText(totals.byCode, 2)})`]),
    countsText(totals.byHandler, 4),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

const barCells = 20;

/** A bar that is filled to this share. */
export function barOf(share: number): string {
  const filled = Math.min(barCells, Math.floor(share * barCells));
  return `[${"#".repeat(filled)}${"-".repeat(barCells - filled)}]`;
}

function formatRate(perSecond: number): string {
  return perSecond >= 10 ? formatNumber(Math.round(perSecond)) : perSecond.toFixed(1);
}

/** Formats a duration: `48 s`, `3 min 20 s`, `2 h 5 min`. */
function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Lists counts by name: `pdf 300 · text 20 · 3 others`. */
function countsText(counts: Readonly<Record<string, number>>, most: number): string {
  const entries = Object.entries(counts);
  const others = entries.slice(most).reduce((sum, [, count]) => sum + count, 0);
  const words = entries.slice(0, most).map(([name, count]) => `${printable(name)} ${formatNumber(count)}`);
  return [...words, ...(others === 0 ? [] : [`${formatNumber(others)} ${others === 1 ? "other" : "others"}`])].join(
    ", ",
  );
}

/** What the report of a start names. */
export interface SummaryFacts {
  /** The output folder, as typed. */
  readonly out: string;
  /** The command that goes on. */
  readonly again: string;
  /** The failures that the start was to read again. */
  readonly retry?: BatchOptions["retry"];
}

/** The report at the end of a start. */
export function summaryText(summary: BatchSummary, facts: SummaryFacts): string {
  const { state, wasComplete, totals } = summary;
  const isInterrupted = state === "interrupted";
  return `${[
    ...(isInterrupted ? interruptedLines(summary) : doneLines(summary, facts)),
    ...totalsLines(summary),
    ...(wasComplete && facts.retry === undefined ? [sinceLine(facts)] : []),
    ...(isInterrupted ? [`Go on with: ${facts.again}`] : []),
    ...(totals.failed > 0 && !isInterrupted ? failureLines(facts.out, totals) : []),
  ].join("\n")}\n`;
}

function interruptedLines({ documents, pending, now }: BatchSummary): readonly string[] {
  const done = `${formatNumber(documents - pending)} of ${formatNumber(documents)} documents are done`;
  if (now === undefined || now.retries === 0) return [`Interrupted: ${done}.`];
  return [`Interrupted: ${startWords(now)}.`, `The whole run: ${done}.`];
}

function doneLines({ wasComplete, totals, now, ms }: BatchSummary, { retry }: SummaryFacts): readonly string[] {
  if (wasComplete) return [retry === undefined ? "This run was complete before: nothing to do." : nothingAgain(retry)];
  const isPart = now !== undefined && now.read + now.failed < totals.read + totals.failed;
  if (now === undefined || (!isPart && now.retries === 0)) return [`Done in ${formatDuration(ms)}.`];
  return [`Done in ${formatDuration(ms)}: ${startWords(now)}.`, "The whole run:"];
}

/** What a start read, of a run that it did not read alone. */
function startWords({ read, failed, retries }: StartTotals): string {
  const counts = `${formatNumber(read)} read, ${formatNumber(failed)} failed`;
  if (retries === 0) return `${counts}, and the others before`;
  // The start may have been interrupted, or have read others too.
  const words = read + failed === retries ? "read again:" : "to read again,";
  return `${formatNumber(retries)} failed ${retries === 1 ? "document" : "documents"} ${words} ${counts}`;
}

function nothingAgain(retry: NonNullable<SummaryFacts["retry"]>): string {
  return retry === "all"
    ? "No document failed: nothing to read again."
    : `No document failed with ${retry.join(", ")}: nothing to read again.`;
}

function sinceLine({ out }: SummaryFacts): string {
  return `To read what is new or changed since, add --since ${shellWord(out)} and another --out.`;
}

function failureLines(out: string, { byCode }: RunTotals): readonly string[] {
  return [
    `Failures: ${printable(out)}/failures.jsonl, each with the command that repeats it.`,
    `Try them again: reader batch retry ${shellWord(out)} --code ${Object.keys(byCode).toSorted().join(",")}`,
  ];
}

type Counted = Pick<BatchSummary, "documents" | "pending" | "totals" | "skipped" | "problems" | "deleted">;

/** What was read, failed and left out, in lines. */
export function totalsLines({ totals, skipped, problems, deleted }: Counted): readonly string[] {
  const { read, partial, failed, kept, tokens, bytes } = totals;
  return [
    `  ${formatNumber(read)} read${partial === 0 ? "" : `, ${formatNumber(partial)} of them cut at a limit`}` +
      ` (${formatBytes(bytes)}, about ${formatNumber(tokens)} tokens)${listed(totals.byHandler)}`,
    ...(failed === 0 ? [] : [`  ${formatNumber(failed)} failed${listed(totals.byCode)}`]),
    ...(kept === 0 ? [] : [`  ${formatNumber(kept)} unchanged since the earlier run`]),
    ...reasonLines(totals),
    ...(deleted === undefined || deleted === 0 ? [] : [`  ${formatNumber(deleted)} deleted: see deleted.jsonl`]),
    ...skipLines({ skipped, problems }),
  ];
}

function listed(counts: Readonly<Record<string, number>>): string {
  const text = countsText(counts, 8);
  return text === "" ? "" : `: ${text}`;
}

const reasonWords: Readonly<Record<string, string>> = {
  new: "new",
  content: "with another content",
  handler: "for another version of their handler",
  options: "for other options",
  failed: "failed before",
};

function reasonLines({ byReason }: Pick<RunTotals, "byReason">): readonly string[] {
  const words = Object.entries(byReason).map(([name, count]) => `${formatNumber(count)} ${reasonWords[name] ?? name}`);
  return words.length === 0 ? [] : [`  why they were read: ${words.join(", ")}`];
}

const skipWords: Readonly<Record<string, string>> = {
  ignored: "by ignore files",
  link: "as links",
  special: "as pipes and devices",
  denied: "as secrets by name (--allow-secrets reads them)",
  excluded: "by --include and --exclude",
  duplicate: "named twice",
  output: "in the output of a run",
  folder: "as empty objects for folders",
  archived: "as archived objects, which have to be restored first",
  "old-version": "as old versions and deleted objects",
  unlisted: "folders that could not be listed completely",
};

function skipLines({ skipped, problems }: Pick<BatchSummary, "skipped" | "problems">): readonly string[] {
  const words = Object.entries(skipped).map(([name, count]) => `${formatNumber(count)} ${skipWords[name] ?? name}`);
  return [
    ...(words.length === 0 ? [] : [`  left out: ${words.join(", ")}`]),
    ...problems.map((problem) => `  ${printable(problem)}`),
  ];
}

/** Maximum number of sources that a status names. */
const shownSources = 5;

function sourceNames(sources: readonly string[]): string {
  const others = sources.length - shownSources;
  const shown = sources.slice(0, shownSources).map(printable).join(", ");
  return others > 0 ? `${shown} and ${formatNumber(others)} others` : shown;
}

/** The state of a run. */
export function statusText(
  status: BatchStatus & Partial<Pick<ShardsStatus, "shards">> & { readonly out: string },
): string {
  const { state, owner, run, documents, pending, out, failures } = status;
  const by = owner === undefined ? "" : ` by process ${owner.pid} on ${printable(owner.host)} since ${owner.at}`;
  const done = `${formatNumber(documents - pending)} of ${formatNumber(documents)} documents`;
  const { shards } = status;
  const divided = shards === undefined ? [] : [`  ${shards.complete} shards complete, ${shards.underWay} under way`];
  const since = run.since === undefined ? [] : [`  compared with ${printable(run.since)}`];
  const again = state === "interrupted" ? goOnLines(run) : [];
  const retry = `  try again: reader batch retry ${shellWord(out)} --code ${failures.join(",")}`;
  return `${[
    `${printable(out)}: ${state}${by}, ${done} (${run.format} of ${sourceNames(run.sources)})`,
    ...divided,
    ...since,
    ...totalsLines(status),
    ...again,
    ...(failures.length === 0 || shards !== undefined ? [] : [retry]),
  ].join("\n")}\n`;
}

/** The command that goes on with a run, if this program started it. */
function goOnLines({ command, workingDirectory }: BatchStatus["run"]): readonly string[] {
  const { argv } = Object(command) as { readonly argv?: unknown };
  if (!Array.isArray(argv) || !argv.every((word) => typeof word === "string")) return [];
  const words = `reader ${argv.map((word) => shellWord(word)).join(" ")}`;
  const isHere = workingDirectory === process.cwd();
  return [`  go on with: ${isHere ? words : `cd ${shellWord(workingDirectory)} && ${words}`}`];
}

/** What a run would read. */
export function previewText(preview: BatchPreview): string {
  const { documents, bytes, tokens, samples, types, kept, reasons, deleted } = preview;
  const estimate = samples === 0 ? "" : `, about ${formatNumber(tokens)} tokens (from ${samples} samples)`;
  const shown = types.slice(0, 20);
  const since = kept === undefined ? [] : [`  ${formatNumber(kept)} unchanged since the earlier run`];
  return `${[
    `Would read ${formatNumber(documents)} documents, ${formatBytes(bytes)}${estimate}.`,
    ...shown.map((type) => `  ${typeText(type)}`),
    ...(types.length > shown.length ? [`  and ${types.length - shown.length} other types`] : []),
    ...since,
    ...(reasons === undefined ? [] : reasonLines({ byReason: reasons })),
    ...(deleted === undefined || deleted === 0 ? [] : [`  ${formatNumber(deleted)} deleted`]),
    ...skipLines(preview),
  ].join("\n")}\n`;
}

function typeText({ type, documents, bytes, tokens }: BatchPreview["types"][number]): string {
  const cost = tokens === undefined ? "" : `, about ${formatNumber(tokens)} tokens`;
  return `${printable(type)}: ${formatNumber(documents)}, ${formatBytes(bytes)}${cost}`;
}
