import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Handler } from "@reader/core";
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

/** Renders a case and looks up what it should be. A case that nobody has accepted yet expects an instruction. */
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
