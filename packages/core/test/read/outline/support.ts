import { defineHandler, type Handler } from "../../../src/contract/handler.ts";
import type { Outline, OutlineEntry } from "../../../src/contract/outline.ts";

/** A language of tests: `class Name {` opens, `}` closes, everything else that is not blank is a statement. */
export const language = "text/x-test";

/** A handler that outlines the language of tests and leaves its text to the core. */
export function outliner(definition: Partial<Pick<Handler, "outline" | "mediaTypes">> = {}): Handler {
  return defineHandler({
    name: "outliner",
    mediaTypes: [language],
    outlinesOnly: true,
    sniff: (_, name) => (name.endsWith(".test-code") ? language : undefined),
    outline: async (source) => outlineOf(new TextDecoder().decode(await source.bytes())),
    ...definition,
  });
}

/** The outline of a program of tests. */
export function outlineOf(text: string): Outline {
  const entries: Open[] = [];
  const open: Open[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const name = /^\s*(?:class|function) (\w+)/.exec(line)?.[1];
    if (name !== undefined) {
      const entry: Open = { name, title: line.replace("{", "").trim(), first: at + 1, last: at + 1, children: [] };
      (open.at(-1)?.children ?? entries).push(entry);
      open.push(entry);
    }
    if (line.trim() === "}") {
      const closed = open.pop();
      if (closed !== undefined) closed.last = at + 1;
    }
  }
  return { entries: entries.map(finished) };
}

interface Open {
  readonly name: string;
  readonly title: string;
  readonly first: number;
  last: number;
  readonly children: Open[];
}

function finished({ name, title, first, last, children }: Open): OutlineEntry {
  const kind = title.startsWith("class") ? "class" : "method";
  return { kind, name, title, lines: { first, last }, children: children.map(finished) };
}

/** A program with so many classes of two methods each; a class takes nine lines. */
export function program(classes: number): string {
  return Array.from(
    { length: classes },
    (_, at) => `class Type${at + 1} {
  function open${at + 1}(path: string) {
    return path;
  }

  function close(reason: string) {
    throw reason;
  }
}
`,
  ).join("");
}
