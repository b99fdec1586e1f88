import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, createReader, type Handler } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "../memory/memory-file-system.ts";
import type { Fixture } from "./fixtures.ts";

/** Gives the text that a model would see of a case. */
export type GoldenRender = (handler: Handler, fixture: Fixture) => Promise<string>;

/** What a case gave and should have given. */
export interface GoldenComparison {
  readonly actual: string;
  readonly expected: string;
}

/** How goldens are compared. */
export interface GoldenOptions {
  readonly render: GoldenRender;
  /** Whether `expected.txt` is written anew instead of compared. */
  readonly isUpdate: boolean;
}

/** Whether the environment asks for goldens to be written: `UPDATE_GOLDENS=1`. */
export function isGoldenUpdate(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment["UPDATE_GOLDENS"] === "1";
}

/** Renders a case and returns the expected text. A case without one expects an instruction. */
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
      fixture.expected ?? "(no expected.txt yet: run the tests with UPDATE_GOLDENS=1 and look at what it writes)\n",
  };
}

/**
 * What a model that takes images sees of a case: the input lies alone in a workspace in memory and is read with the
 * handler and the case's request. Where the handler was not chosen, a first line says what read the file instead.
 */
export async function renderGolden(handler: Handler, { inputName, bytes, request }: Fixture): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${inputName}`]: bytes } });
  // A clock that stands still: no time limit may decide what a golden holds.
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
