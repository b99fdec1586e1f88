import fc from "fast-check";
import { diceOf, type Dice } from "../dice.ts";
import { minimiseList } from "../minimise.ts";
import { mutateBytes } from "../mutators/bytes.ts";
import { textMutator } from "../mutators/text.ts";
import { startCoverage } from "./coverage.ts";
import { textInputs } from "./text-inputs.ts";
import { textInputFaults, type TextInput } from "./text-target.ts";

// Fuzzes the text pipeline and the request checker until the time is over, and keeps inputs that reach new code. Prints
// a line of JSON for each fault, and one now and then for the count.
const [seed = "0", until = "0", most = "Infinity"] = process.argv.slice(2);
const dice = diceOf(`fuzz ${seed}`);
const coverage = await startCoverage(/\/core\/(?:dist|src)\//);
const kept: TextInput[] = [];
/** Inputs since coverage was last asked for, which takes longer than reading them. */
const recent: TextInput[] = [];
const inputsPerLook = 8;
const known = new Set<string>();
const freshShare = 0.5;
const tellEvery = 200;
const minimiseMs = 20_000;

for (let count = 1; count <= Number(most) && Date.now() < Number(until); count += 1) {
  const isFresh = kept.length === 0 || dice.chance(freshShare);
  const [fresh] = fc.sample(textInputs, { seed: Number(seed) * 10_000_000 + count, numRuns: 1 });
  const input = isFresh && fresh !== undefined ? fresh : mutant(dice);
  const startedAt = performance.now();
  const faults = await textInputFaults(input);
  const ms = performance.now() - startedAt;
  recent.push(input);
  if (recent.length === inputsPerLook && (await coverage.newBlocks()) > 0) kept.push(...recent);
  if (recent.length === inputsPerLook) recent.length = 0;
  for (const fault of faults) await tellFault(input, fault);
  print({ ms, faults: faults.length });
  if (count % tellEvery === 0)
    print({ count, kept: kept.length, blocks: coverage.total(), memory: process.memoryUsage() });
}

function mutant(from: Dice): TextInput {
  const { bytes, request, limits } = from.pick(kept);
  const donor = from.pick(kept);
  const changed =
    (from.chance(0.5) && textMutator.accepts(bytes)
      ? textMutator.mutate(bytes, { dice: from, donor: donor.bytes, inner: (part) => part })
      : undefined) ?? mutateBytes(bytes, { dice: from, donor: donor.bytes });
  return {
    bytes: changed.slice(0, 20_000),
    request: from.chance(0.3) ? donor.request : request,
    limits: from.chance(0.3) ? donor.limits : limits,
  };
}

async function tellFault(input: TextInput, message: string): Promise<void> {
  const signature = signatureOf(message);
  if (known.has(signature)) return;
  known.add(signature);
  const over = Date.now() + minimiseMs;
  // The message belongs to the last input that failed, so that both go together.
  let lastMessage = message;
  const fails = async (bytes: readonly number[]): Promise<boolean> => {
    const messages = await textInputFaults({ ...input, bytes: Uint8Array.from(bytes) });
    const same = messages.find((each) => signatureOf(each) === signature);
    lastMessage = same ?? lastMessage;
    return same !== undefined;
  };
  const bytes = await minimiseList([...input.bytes], fails, () => Date.now() > over);
  print({ message: lastMessage, signature, input: { ...input, bytes: Buffer.from(bytes).toString("base64") } });
}

function signatureOf(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').replaceAll(/-?\d+/g, "0");
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
