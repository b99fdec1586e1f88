import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { callOptions, textOf, type Called } from "./support/clients.ts";
import { folderWith, notebookOf, patientArguments, pdfOf, png } from "./support/files.ts";
import { program } from "./support/program.ts";

const kinds = ["txt", "png", "pdf", "ipynb", "csv"] as const;
const names = Array.from({ length: 79 }, (_, at) => `${at}.${kinds[at % kinds.length]}`);

function contentOf(name: string): string | Uint8Array {
  if (name.endsWith(".png")) return png;
  if (name.endsWith(".pdf")) return pdfOf(`words of ${name}`);
  return name.endsWith(".ipynb") ? notebookOf(`words of ${name}`) : `words of ${name}\n`;
}

/** A client of a server that may have so many files open. */
async function clientOf(folder: string, maxOpenFiles: number): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  onTestFinished(() => client.close());
  const shell = `ulimit -n ${maxOpenFiles} && exec "$@"`;
  const args = ["-c", shell, "sh", process.execPath, program, ...patientArguments(), folder];
  await client.connect(new StdioClientTransport({ command: "/bin/sh", args, stderr: "ignore" }));
  return client;
}

// Windows has no such limit: `ulimit` is a command of POSIX shells.
test.skipIf(process.platform === "win32").for([48, 64])(
  "79 documents of five kinds that are asked for at once are all read, %i open files allowed",
  async (maxOpenFiles) => {
    const client = await clientOf(
      folderWith(Object.fromEntries(names.map((name) => [name, contentOf(name)]))),
      maxOpenFiles,
    );
    const read = async (path: string): Promise<readonly [string, Called]> => [
      path,
      (await client.callTool({ name: "read", arguments: { path } }, callOptions)) as Called,
    ];
    for (const [name, answer] of await Promise.all(names.map(read))) {
      if (name.endsWith(".png")) expect(answer.content.at(-1)?.type, `${name}: ${textOf(answer)}`).toBe("image");
      else expect(textOf(answer), name).toContain(`words of ${name}`);
      expect(answer.isError, name).not.toBe(true);
    }
  },
);
