import { availableParallelism } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { ownFixtures } from "./formats.ts";

/** What a run of torture is asked for. */
export interface TortureArguments {
  readonly isHelp: boolean;
  readonly seconds: number;
  readonly seed: number;
  /** The most inputs of a part. */
  readonly count: number;
  readonly only: readonly string[];
  readonly formats: readonly string[];
  readonly cases: readonly string[];
  readonly workers: number;
  readonly isInProcess: boolean;
  readonly corpus: string;
  readonly findings: string;
  readonly minimiseSeconds: number;
  readonly fixtures: string;
  readonly handlersModule: string;
  readonly reportFile: string | undefined;
  /** True to write the table into SECURITY.md. */
  readonly isPublished: boolean;
}

/** What the command can be asked for. */
export const usage = `pnpm torture [options]

  --seconds N        the time for all parts together; 600 if not given
  --seed N           the number from which cases are made; the same number makes the same cases; random if not given
  --count N          the most inputs of each part, besides sound files; as many as the time allows if not given
  --only PART,…      some of the parts; --list names them
  --format NAME,…    mutants of these formats only
  --case ID,…        these cases only: FORMAT:NUMBER, bomb:NAME, or file:PATH below --corpus
  --workers N        reading processes at once; the number of cores if not given
  --in-process       handlers in JavaScript are not isolated: quicker, and nothing can interrupt them
  --corpus FOLDER    files to read as they are; ../shared/corpus if it is there, else the fixtures
  --findings FOLDER  where findings are written as fixtures; node_modules/.cache/reader/torture if not given
  --minimise N       seconds for making each finding small; 60 if not given
  --fixtures FOLDER  seeds of mutants, as FORMAT/CASE/input.ENDING; the fixtures of this project if not given
  --handlers MODULE  a module that exports createHandlers; all handlers of the command line if not given
  --report FILE      writes the table to a file, too
  --publish          writes the table, with its date, into SECURITY.md
  --list             names the parts and their share of the time

It ends with 0 if nothing was found, with 1 if something was or a part had no time, and with 2 if it was asked wrongly.
`;

const besideCheckout = fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache/reader/torture", import.meta.url));

/** Reads the arguments. Throws a `RangeError` for a value that cannot be. */
export function tortureArguments(args: readonly string[]): TortureArguments {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      seconds: { type: "string", default: "600" },
      seed: { type: "string" },
      count: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      format: { type: "string", multiple: true, default: [] },
      case: { type: "string", multiple: true, default: [] },
      workers: { type: "string" },
      "in-process": { type: "boolean", default: false },
      corpus: { type: "string" },
      findings: { type: "string", default: cache },
      minimise: { type: "string", default: "60" },
      fixtures: { type: "string", default: ownFixtures },
      handlers: { type: "string" },
      report: { type: "string" },
      publish: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const handlers =
    values.handlers === undefined ? new URL("./handlers.ts", import.meta.url) : pathToFileURL(resolve(values.handlers));
  return {
    isHelp: values.help || values.list,
    seconds: wholeNumber("--seconds", values.seconds),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber("--seed", values.seed),
    count: values.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber("--count", values.count),
    only: words(values.only),
    formats: words(values.format),
    cases: values.case,
    workers: values.workers === undefined ? availableParallelism() : wholeNumber("--workers", values.workers),
    isInProcess: values["in-process"],
    corpus: resolve(values.corpus ?? (existsSync(besideCheckout) ? besideCheckout : ownFixtures)),
    findings: resolve(values.findings),
    minimiseSeconds: wholeNumber("--minimise", values.minimise),
    fixtures: resolve(values.fixtures),
    handlersModule: handlers.href,
    isPublished: values.publish,
    reportFile: values.report === undefined ? undefined : resolve(values.report),
  };
}

function words(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(",")).filter((word) => word !== "");
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new RangeError(`${name} is ${JSON.stringify(text)}, and must be a whole number.`);
}
