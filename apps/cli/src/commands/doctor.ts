import type { CommandLine } from "../arguments/parse-arguments.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { diagnose, type Diagnosis, type EngineReport, type PartReport } from "../doctor/diagnose.ts";
import { handlers } from "../handlers.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { toJson } from "../output/json.ts";
import { stylerFor } from "../output/style.ts";
import { write } from "../output/write.ts";

/** `reader doctor`: tells what is installed, whether it works, and what to install. Exit code 1 where something is broken. */
export async function runDoctor({ operands, options }: CommandLine): Promise<number> {
  if (operands.length > 0) throw new UsageError("reader doctor takes no path.", "See reader info for a file.");
  const diagnosis = await diagnose(handlers());
  await write("stdout", options.has("json") ? `${toJson(diagnosis)}\n` : describe(diagnosis));
  return faultyEngines(diagnosis).length === 0 ? exitCodes.read : exitCodes.fault;
}

function faultyEngines({ parts }: Diagnosis): readonly EngineReport[] {
  return parts.flatMap(({ engines }) => engines.filter(({ state }) => state !== "loads"));
}

function describe(diagnosis: Diagnosis): string {
  const style = stylerFor("stdout");
  const { cli, core, node, system } = diagnosis.versions;
  const missing = missingLines(diagnosis);
  const sections = [
    [style("bold", `reader ${cli}`), `  core ${core}, Node.js ${node}, ${system}`],
    [style("bold", "Handlers and their engines"), ...diagnosis.parts.flatMap(partLines)],
    [
      style("bold", "Licences"),
      ...Object.entries(diagnosis.licences).map(([licence, names]) => `  ${licence}: ${names.join(", ")}`),
    ],
    [style("bold", "Missing"), ...(missing.length === 0 ? ["  nothing"] : missing)],
  ];
  return sections.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function partLines({ name, package: home, version, licence, mediaTypes, engines }: PartReport): readonly string[] {
  const own = `  ✓ ${name}: ${mediaTypes.join(", ")} (${home} ${version}, ${licence})`;
  return [own, ...engines.map(engineLine)];
}

function engineLine({ name, version, licence, state, problem }: EngineReport): string {
  if (state === "loads") return `    ✓ ${name} ${version}, ${licence}`;
  return `    ✗ ${name}${version === undefined ? "" : ` ${version}`}: ${problem}`;
}

function missingLines(diagnosis: Diagnosis): readonly string[] {
  const engines = faultyEngines(diagnosis).map(({ name, state }) =>
    state === "missing" ? `  ${name}: npm install ${name}` : `  ${name}: install it again, npm install --force ${name}`,
  );
  const { problem } = diagnosis.exactTokens;
  return problem === undefined ? engines : [...engines, `  exact token counts (optional): ${problem}`];
}
