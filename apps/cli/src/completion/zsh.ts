import { commandNames, type Option, type OptionValue } from "../arguments/option.ts";
import { options } from "../arguments/options.ts";
import { optionNames } from "./names.ts";

/** A completion script for zsh: `source <(reader completion zsh)`, or a file `_reader` in a folder of `fpath`. */
export function zshCompletion(): string {
  return `#compdef reader
# Completion of reader for zsh.
_reader() {
  _arguments -s -S \\
${options.map((option) => `    ${argument(option)} \\`).join("\n")}
    '1: :_reader_first' \\
    '*: :_reader_rest'
}
_reader_first() {
  _alternative 'commands:command:(${commandNames.join(" ")})' 'files:file:_files'
}
_reader_rest() {
  if [[ \${words[2]} == completion ]]; then _values shell bash zsh fish; else _files; fi
}
if [[ "\${funcstack[1]}" == _reader ]]; then _reader "$@"; else compdef _reader reader; fi
`;
}

function argument(option: Option): string {
  const { value, help, isRepeatable } = option;
  const names = optionNames(option);
  const shown = isRepeatable === true ? "'*'" : `'(${names.join(" ")})'`;
  const forms = names.map((name) => (value !== undefined && name.startsWith("--") ? `${name}=` : name));
  const braces = forms.length === 1 ? `${forms[0]}` : `{${forms.join(",")}}`;
  return `${shown}${braces}${quoted(`[${escaped(help)}]${action(value)}`)}`;
}

function action(value: OptionValue | undefined): string {
  if (value === undefined) return "";
  if (value.kind === "folder") return ":folder:_files -/";
  return value.kind === "choice" ? `:value:(${value.choices.join(" ")})` : ": : ";
}

/** Brackets, colons and backslashes divide the specifications of \`_arguments\`. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
