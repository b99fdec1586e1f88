import type { ReactNode } from "react";

/** What of a text the model has. */
export interface ShownLines {
  readonly numbers: ReadonlySet<number>;
  /** The line to go to. */
  readonly aim: number | undefined;
}

interface PersonTextProps {
  /** From 1. */
  readonly firstLine: number;
  readonly text: string;
  readonly shown: ShownLines;
}

/** Text as it stands in the file; a bar at its side marks what the model was given of it. */
export function PersonText({ firstLine, text, shown }: PersonTextProps): ReactNode {
  return (
    <pre className="person-text">
      {text.split("\n").map((line, index) => {
        const number = firstLine + index;
        return (
          <span
            key={number}
            className="text-line"
            data-number={number}
            data-shown={shown.numbers.has(number)}
            data-aim={number === shown.aim}
          >
            <bdi>{line}</bdi>
            {"\n"}
          </span>
        );
      })}
    </pre>
  );
}
