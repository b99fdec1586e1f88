import type { Option, OptionValue } from "../arguments/option.ts";
import { options } from "../arguments/options.ts";

/** An option as it is typed: `--limit`, `-n`. */
export function optionNames({ name, short }: Pick<Option, "name" | "short">): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** Every name of the options that take a value of a kind. */
export function valued(kind: OptionValue["kind"]): readonly string[] {
  return options.filter(({ value }) => value?.kind === kind).flatMap(optionNames);
}
