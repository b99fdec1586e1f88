import { expect, test } from "vitest";
import { newClient, oldClient, textOf, type Called, type Way } from "./support/clients.ts";
import { folderWith, notebookOf, patientArguments, pdfOf, png, type Files } from "./support/files.ts";
import { handlerFile, startHttp } from "./support/program.ts";

// 200 reads at once, of which every twentieth is of a file that breaks what reads it.

const total = 200;
const kinds = ["txt", "png", "pdf", "ipynb", "csv"] as const;

function nameOf(at: number): string {
  if (at % 40 === 0) return `${at}.deadly`;
  return at % 20 === 0 ? `${at}.broken.pdf` : `${at}.${kinds[at % kinds.length]}`;
}

function contentOf(name: string): string | Uint8Array {
  if (name.endsWith(".deadly")) return "exit";
  if (name.endsWith(".broken.pdf")) return "%PDF-1.4\nnothing that is a document\n";
  if (name.endsWith(".png")) return png;
  if (name.endsWith(".pdf")) return pdfOf(`words of ${name}`);
  return name.endsWith(".ipynb") ? notebookOf(`words of ${name}`) : `words of ${name}\n`;
}

const names = Array.from({ length: total }, (_, at) => nameOf(at));
const files: Files = Object.fromEntries(names.map((name) => [name, contentOf(name)]));

function check(name: string, answer: Called): void {
  expect(JSON.stringify(answer).length).toBeLessThan(8_000_000);
  if (/deadly|broken/.test(name)) {
    expect(answer, name).toMatchObject({ isError: true });
    expect(textOf(answer)).toMatch(/^Error \((?:handler-failed|corrupt)\)/);
  } else if (name.endsWith(".png")) expect(answer.content.at(-1)?.type, `${name}: ${textOf(answer)}`).toBe("image");
  else expect(textOf(answer)).toContain(`words of ${name}`);
}

const ways = [
  { name: "one pipe", connect: (args: readonly string[]) => newClient({ args }) },
  { name: "HTTP", connect: async (args: readonly string[]) => oldClient({ url: await startHttp(args) } satisfies Way) },
];

test.for(ways)("200 reads at once over $name are each answered right, whatever breaks", async ({ connect }) => {
  const client = await connect(["--handler", handlerFile("deadly"), ...patientArguments(), folderWith(files)]);
  const answers = await Promise.all(names.map((path) => client.call("read", { path })));
  for (const [at, answer] of answers.entries()) check(names[at] ?? "", answer);
  expect(answers.filter(({ isError }) => isError === true)).toHaveLength(total / 20);
});
