import { readFileSync } from "node:fs";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolatedHandlers, localHandlers } from "@reader/handlers";
import { describe, expect, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

const store = `/** Reads records. */
export class Store {
  /** One record. */
  async read(id: number): Promise<string> {
    return String(id);
  }
}

export function openStore(): Store {
  return new Store();
}
`;

const folder = (): string =>
  folderWith({ "store.ts": store, "big.ts": `${store}${"// more\n".repeat(5000)}`, "plain.txt": "x\n" });

describe("an outline", () => {
  test.for([[], ["--no-isolate"]] as const)("is shown in place of the file: %j", async (options) => {
    const { stdout, code } = await run(["--view", "outline", "store.ts", ...options], { cwd: folder() });
    expect({ stdout, code }).toEqual({
      stdout:
        "1\t1-7  export class Store\n2\t3-6    async read(id: number): Promise<string>\n3\t9-11  export function openStore(): Store\n",
      code: 0,
    });
  });

  test.for([
    ["isolated", isolatedHandlers().handlers],
    ["in this process", localHandlers()],
  ] as const)("ends an answer that is cut: %s", async ([, handlers]) => {
    // A busy machine may take longer to start a process than an answer waits for.
    const budget = { maxTokens: 1000, outlineTimeMs: 60_000 };
    const outcome = await createReader({ handlers, budget, roots: [folder()] }).read("big.ts");
    expect(outcome).toMatchObject({
      status: "partial",
      outline: { entries: [{ name: "Store" }, { name: "openStore" }] },
    });
    expect(renderText(outcome)).toContain("[outline of the whole file]\n1-7\texport class Store\n3-6\t  async read(");
  });

  test("is left out of an answer that is only the lines", async () => {
    const quiet = await run(["-q", "big.ts", "--max-tokens", "1000"], { cwd: folder() });
    expect(quiet.stdout).not.toContain("outline");
  });

  test("finds a symbol by its name, and names the nearest", async () => {
    const cwd = folder();
    const found = await run(["store.ts", "--select", "Store.read", "-q"], { cwd });
    expect(found.stdout).toBe(
      "3\t  /** One record. */\n4\t  async read(id: number): Promise<string> {\n5\t    return String(id);\n6\t  }\n",
    );
    const missed = await run(["store.ts", "--select", "Store.raed"], { cwd });
    expect(missed.code).toBe(1);
    expect(missed.stderr).toContain('store.ts has nothing named "Store.raed".\n');
    expect(missed.stderr).toContain("Store.read (lines 3-6)");
  });

  test("is refused for a file that has none, with what to do instead", async () => {
    const { code, stderr } = await run(["--view", "outline", "plain.txt"], { cwd: folder() });
    expect(code).toBe(1);
    expect(stderr).toContain("No handler outlines plain.txt, which is text/plain.\n  Read it without --view");
  });

  test("is that of a document by its own places", async () => {
    const pdf = readFileSync(new URL("../../../../fixtures/pdf/page-labels-and-outline/input.pdf", import.meta.url));
    const { stdout } = await run(["--view", "outline", "a.pdf"], { cwd: folderWith({ "a.pdf": new Uint8Array(pdf) }) });
    expect(stdout).toBe("1\tpage 1  Preface\n2\tpage 3  Main part\n3\tpage 4    A detail\n");
  });
});
