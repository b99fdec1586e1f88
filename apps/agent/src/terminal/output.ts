import { styleText } from "node:util";

/** How a piece of text is set off. */
export type Style = "bold" | "dim" | "red" | "green";

/** Where the program writes. */
export interface Output {
  readonly write: (text: string) => void;
  /** Text set off on a terminal; as it is elsewhere. */
  readonly style: (style: Style, text: string) => string;
}

/** A stream of this process, as far as it is used. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** An output that is plain where nobody looks, where `NO_COLOR` is set (https://no-color.org) or the terminal is `dumb`. */
export function outputTo(stream: OutputStream, environment: NodeJS.ProcessEnv): Output {
  const { NO_COLOR, TERM } = environment;
  const isPlain = stream.isTTY !== true || (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb";
  return {
    write: (text) => void stream.write(text),
    style: (style, text) => (isPlain ? text : styleText(style, text, { validateStream: false })),
  };
}
