import type { TortureArguments } from "./arguments.ts";
import { caseById } from "./case-by-id.ts";
import { newSecret } from "./crew.ts";
import { createFindings, minimiseFinding, type Finding, type Minimised } from "./findings.ts";
import { formatsOf } from "./formats.ts";
import { readBatches, type Part, type PartContext, type RunOptions } from "./parts/part.ts";
import { createCounter, type Tally } from "./tally.ts";

/** What a run found. */
export interface TortureResult {
  readonly tallies: readonly Tally[];
  readonly findings: readonly Finding[];
  readonly minimised: readonly Minimised[];
}

/** How long a case may take before its process is ended. Everything has limits of its own that are far below. */
const noAnswerMs = 120_000;
/** Time for a document, less than usual: whether a limit is kept does not depend on how high it is. */
const documentTimeMs = 5000;
const maxMinimised = 20;

/** Runs the parts one after the other, each for its share of the time, and minimises what they found. */
export async function torture(
  args: TortureArguments,
  parts: readonly Part[],
  tell: (line: string) => void,
): Promise<TortureResult> {
  const { seed, count, workers, formats: formatNames, fixtures, corpus, handlersModule, isInProcess } = args;
  const secret = newSecret(seed);
  const worker = { handlersModule, isInProcess, documentTimeMs, fixtures, corpus, secret, noAnswerMs };
  const options: RunOptions = { seed, count, workers, worker, formatNames, findingsFolder: args.findings };
  const findings = createFindings();
  const tallies: Tally[] = [];
  const until = Date.now() + args.seconds * 1000;
  const chosen = args.cases.length > 0 ? [namedCases(args.cases)] : parts;
  for (const [at, part] of chosen.entries()) {
    const weights = chosen.slice(at).reduce((sum, { weight }) => sum + weight, 0);
    const deadline = Date.now() + ((until - Date.now()) * part.weight) / weights;
    const counter = createCounter(part.name);
    const context: PartContext = { options, deadline, counter, findings, tell };
    tell(`${part.name}: ${part.about}; ${Math.max(0, Math.round((deadline - Date.now()) / 1000))} s`);
    await part.run(context);
    tallies.push(counter.tally());
  }
  const formats = formatsOf(fixtures);
  const minimised: Minimised[] = [];
  const inCases = findings.all().filter(({ batch }) => batch.ids.length > 0);
  for (const finding of inCases.slice(0, maxMinimised)) {
    tell(`minimising ${finding.kind}: ${finding.message.slice(0, 200)}`);
    const caseOf = (id: string) => caseById(id, { formats, corpus });
    minimised.push(
      await minimiseFinding(finding, { worker, caseOf, folder: args.findings, secondsEach: args.minimiseSeconds }),
    );
  }
  return { tallies, findings: findings.all(), minimised };
}

/** The cases that were named, each with a sound file of its format before and after it. */
function namedCases(ids: readonly string[]): Part {
  return {
    name: "cases",
    about: ids.join(", "),
    weight: 1,
    async run(context) {
      const { fixtures, corpus } = context.options.worker;
      const formats = formatsOf(fixtures);
      for (const id of ids) caseById(id, { formats, ...(corpus === undefined ? {} : { corpus }) });
      const batches = ids.map((id) => ({
        format: formats.find(({ name }) => id.startsWith(`${name}:`))?.name,
        ids: [id],
      }));
      await readBatches(batches.values(), context);
    },
  };
}
