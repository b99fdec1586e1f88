import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, createReader, type Handler } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "../memory/memory-file-system.ts";
import type { Fixture } from "./fixtures.ts";

/** Returns the text that a model would see for a case. */
export type GoldenRender = (handler: Handler, fixture: Fixture) => Promise<string>;

/** The actual and the expected text of a case. */
export interface GoldenComparison {
  readonly actual: string;
  readonly expected: string;
}

/** Options of a comparison with a golden. */
export interface GoldenOptions {
  readonly render: GoldenRender;
  /** True to write `expected.txt` instead of comparing it. */
  readonly isUpdate: boolean;
}

/** True if the environment requests that goldens are written: `UPDATE_GOLDENS=1`. */
export function isGoldenUpdate(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment["UPDATE_GOLDENS"] === "1";
}

/** Renders a case and returns both texts. Without a golden, the expected text is an instruction. */
export async function compareGolden(
  handler: Handler,
  fixture: Fixture,
  { render, isUpdate }: GoldenOptions,
): Promise<GoldenComparison> {
  const rendered = await render(handler, fixture);
  const actual = rendered.endsWith("\n") ? rendered : `${rendered}\n`;
  if (isUpdate) {
    if (actual !== fixture.expected) writeFileSync(join(fixture.directory, "expected.txt"), actual);
    return { actual, expected: actual };
  }
  return {
    actual,
    expected:
      fixture.expected ??
      "(no expected.txt yet: run the tests with UPDATE_GOLDENS=1 and review the file that they write)\n",
  };
}

/**
 * Returns what a model that takes images sees for a case: the input is the only file of a workspace in memory and is
 * read with the handler and the request of the case. If another handler was chosen, the first line names it.
 */
export async function renderGolden(handler: Handler, { inputName, bytes, request }: Fixture): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${inputName}`]: bytes } });
  // The clock stands still, so that no time limit affects a golden.
  const reader = createReader({
    handlers: [handler],
    fileSystem,
    roots: ["/"],
    capabilities: anthropic,
    clock: () => 0,
  });
  try {
    const outcome = await reader.read({ ...request, path: inputName });
    const other = outcome.ok && outcome.handler !== handler.name ? `(read by "${outcome.handler}")\n` : "";
    return other + renderText(outcome);
  } finally {
    await reader.close();
  }
}
