// `node bench/kinds/main.ts [rounds]`: what it costs to read documents of five kinds in turn instead of one kind after
// the other, where as many processes are kept as there are cores, and as many as by default.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { anthropic, createReader, type Handler } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { isolate, type IsolateLimits } from "@reader/isolate";
import { makeDocument } from "../memory/make-document.ts";

const rounds = Number(process.argv[2] ?? 3);

/** Where the notebooks, DOCX files, archives, images and PDF files of `makeDocument` begin. */
const firstNumbers = [200, 300, 400, 600, 900];
const documentsOfAKind = 40;

const cores = availableParallelism();
const ways: readonly (readonly [name: string, limits: Partial<IsolateLimits>])[] = [
  [`${cores} processes kept`, { maxKeptProcesses: cores }],
  ["default", {}],
];

const folder = await mkdtemp(join(tmpdir(), "reader-kinds-"));
try {
  await compare();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const inARow = firstNumbers.flatMap((first) => Array.from({ length: documentsOfAKind }, (_, at) => first + at));
  const inTurn = Array.from({ length: documentsOfAKind }, (_, at) => firstNumbers.map((first) => first + at)).flat();
  const names = new Map<number, string>();
  for (const number of inARow) {
    const { name, bytes } = makeDocument(number);
    await writeFile(join(folder, name), bytes);
    names.set(number, name);
  }
  const namesOf = (numbers: readonly number[]): string[] => numbers.map((number) => names.get(number) ?? "");
  const orders = [
    ["in a row", namesOf(inARow)],
    ["in turn", namesOf(inTurn)],
  ] as const;
  console.log(`${inARow.length} documents of ${firstNumbers.length} kinds, ${rounds} rounds, medians, ${cores} cores`);
  for (const [way, limits] of ways) {
    const times = orders.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, [, files]] of orders.entries()) times[index]?.push(await readAll(files, limits));
    }
    const [row = 0, turn = 0] = times.map(median);
    console.log(`${way}: in a row ${words(row)}, in turn ${words(turn)}, ratio ${(turn / row).toFixed(2)}`);
  }
}

/** Milliseconds for reading all files one after the other, the start of processes included. */
async function readAll(files: readonly string[], limits: Partial<IsolateLimits>): Promise<number> {
  const handlers: Handler[] = [pdf(), image(), notebook(), ...office(), archive()];
  const isolation = isolate(handlers, { resolveFrom: import.meta.url, limits });
  const reader = createReader({ roots: [folder], handlers: isolation.handlers, capabilities: anthropic });
  const beganMs = performance.now();
  for (const file of files) {
    const outcome = await reader.read(file);
    if (!outcome.ok) throw new Error(`${file}: ${outcome.error.message}`);
  }
  const tookMs = performance.now() - beganMs;
  await reader.close();
  await isolation.close();
  return tookMs;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function words(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
