import { memo, type ReactNode } from "react";

/** Lines with their numbers, as they are sent; a colon behind the number tells a match. */
export const NumberedLines = memo(function NumberedLines({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="numbered">
      {text.split("\n").map((line, index) => {
        const [, number = "", mark = "", content = line] = /^(-?\d+)([\t:])([^]*)$/.exec(line) ?? [];
        return (
          <div className="numbered-line" key={`${String(index)} ${number}`} data-match={mark === ":"}>
            <span className="gutter">{number}</span>
            <span className="numbered-text">{content}</span>
          </div>
        );
      })}
    </div>
  );
});
