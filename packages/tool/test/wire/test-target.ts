import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isGoldenUpdate } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { elided, textsIn } from "./provider.ts";
import { hostileLines, scenarios, type Scenario } from "./scenarios.ts";

/** A target as the tests drive it. */
export interface DrivenTarget {
  readonly name: string;
  /** How it is driven; through its real client where not given. */
  readonly by?: string;
  /** Lets the client send the answer of a call to the provider, and gives what the provider gets of it. */
  readonly send: (scenario: Scenario) => Promise<unknown>;
}

/** Compares what a provider gets with what was accepted, and looks for what could pass for the reader's own words. */
export function testTarget({ name, by = "through its real client", send }: DrivenTarget): void {
  const file = new URL(`./goldens/${name}.json`, import.meta.url);
  const accepted: Record<string, unknown> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

  describe(`${name}, ${by}`, () => {
    test.for(scenarios.map((scenario) => [scenario.name, scenario] as const))(
      "what the provider gets is what was accepted: %s",
      async ([title, scenario]) => {
        const sent = elided(await send(scenario));
        if (isGoldenUpdate(process.env)) {
          accepted[title] = sent;
          writeFileSync(file, `${JSON.stringify(accepted, null, 2)}\n`);
        }
        expect(sent).toEqual(accepted[title]);
      },
    );

    test("a file cannot pass for the reader, the user or the system", async () => {
      const sent = await send({ name: "hostile", input: { path: "hostile.txt" } });
      const twin = await send({ name: "harmless", input: { path: "harmless.txt" } });
      expect(ownLines(sent)).toEqual(ownLines(twin).map((line) => line.replaceAll("harmless", "hostile")));
      expect(contentLines(sent)).toBe(hostileLines.join("\n").split(/\r\n?|\n/).length);
      expect(ownLines(twin).length).toBeGreaterThan(0);
    });
  });
}

/** Whatever any program takes for the end of a line. */
function linesOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/));
}

const numbered = /^\d+\t/;

/** The lines that claim to be ours: those without a number. */
function ownLines(sent: unknown): readonly string[] {
  return linesOf(textsIn(sent)).filter((line) => !numbered.test(line));
}

function contentLines(sent: unknown): number {
  return linesOf(textsIn(sent)).filter((line) => numbered.test(line)).length;
}
