import { commandNames, type Option } from "../arguments/option.ts";
import { options } from "../arguments/options.ts";

/** A completion script for fish: `reader completion fish | source`. */
export function fishCompletion(): string {
  const commands = `complete -c reader -n __fish_is_first_arg -a ${quoted(commandNames.join(" "))}`;
  const shells = `complete -c reader -n "__fish_seen_subcommand_from completion" -f -a "bash zsh fish"`;
  return `# Completion of reader for fish.\n${[commands, shells, ...options.map(line)].join("\n")}\n`;
}

function line({ name, short, value, help }: Option): string {
  const words = ["complete -c reader", `-l ${name}`];
  if (short !== undefined) words.push(`-s ${short}`);
  if (value?.kind === "folder") words.push("-x -a '(__fish_complete_directories)'");
  else if (value?.kind === "choice") words.push(`-x -a ${quoted(value.choices.join(" "))}`);
  else if (value !== undefined) words.push("-x");
  return [...words, `-d ${quoted(help)}`].join(" ");
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
