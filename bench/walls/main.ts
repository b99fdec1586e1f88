// `node bench/walls/main.ts [rounds]`: what walls around handlers cost, side by side: the usual processes, a new process
// for every document (`maxDocuments: 1`), and processes in a sandbox, where bubblewrap works.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader } from "@reader/core";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { isolate, reportProtections, type IsolateOptions } from "@reader/isolate";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const rounds = Number(process.argv[2] ?? 5);

/** Small documents, because the start of a process weighs most for them. */
const files = ["docx", "pdf"].flatMap((format) =>
  readdirSync(join(fixtures, format), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(`input.${format}`))
    .toSorted()
    .slice(0, 10)
    .map((name) => join(format, name)),
);

async function measure(options: IsolateOptions): Promise<number> {
  const isolation = isolate([pdf(), ...office()], { resolveFrom: import.meta.url, ...options });
  const reader = createReader({ roots: [fixtures], handlers: isolation.handlers });
  await reader.read(join(fixtures, files[0] ?? ""));
  const beganMs = performance.now();
  for (const file of files) await reader.read(join(fixtures, file));
  const tookMs = performance.now() - beganMs;
  await reader.close();
  await isolation.close();
  return tookMs / files.length;
}

const hasSandbox = (await reportProtections()).sandbox.state === "works";
const ways: readonly (readonly [name: string, options: IsolateOptions])[] = [
  ["usual", { sandbox: "off" }],
  ["maxDocuments: 1", { sandbox: "off", limits: { maxDocuments: 1 } }],
  ...(hasSandbox
    ? [
        ["bwrap", { sandbox: "bwrap" }] as const,
        ["bwrap, maxDocuments: 1", { sandbox: "bwrap", limits: { maxDocuments: 1 } }] as const,
      ]
    : []),
];
const times = ways.map((): number[] => []);
for (let round = 0; round < rounds; round += 1) {
  for (const [index, [, options]] of ways.entries()) times[index]?.push(await measure(options));
}
const medians = times.map((all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0);
console.log(
  `${files.length} documents one after the other, ${rounds} rounds, median, Node.js ${process.versions.node}`,
);
for (const [index, [name]] of ways.entries()) {
  const ms = medians[index] ?? 0;
  console.log(
    `${name.padEnd(24)} ${ms.toFixed(1).padStart(8)} ms a document  ${(ms / (medians[0] ?? 1)).toFixed(2)} ×`,
  );
}
