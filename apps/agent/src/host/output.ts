import { styleText } from "node:util";

/** How text is highlighted. */
export type Style = "bold" | "dim" | "red" | "green";

/** An output of the program. */
export interface Output {
  readonly write: (text: string) => void;
  /** Highlights text on a terminal. Elsewhere it returns the text unchanged. */
  readonly style: (style: Style, text: string) => string;
}

/** The parts of a stream that are used. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Creates an output. It is plain if not a terminal, if `NO_COLOR` is set (https://no-color.org), or if `TERM` is `dumb`. */
export function outputTo(stream: OutputStream, environment: NodeJS.ProcessEnv): Output {
  const { NO_COLOR, TERM } = environment;
  const isPlain = stream.isTTY !== true || (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb";
  return {
    write: (text) => void stream.write(text),
    style: (style, text) => (isPlain ? text : styleText(style, text, { validateStream: false })),
  };
}
