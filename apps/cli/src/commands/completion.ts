import { UsageError } from "@reader/handlers/usage-error";
import { commandNames, type Option, options, type OptionValue } from "../arguments/options.ts";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { write } from "../output/write.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;
const giveShell = "Give bash, zsh, fish or powershell.";

/** `reader completion SHELL`: prints a completion script for a shell. */
export async function runCompletion({ operands }: CommandLine): Promise<number> {
  const [shell, ...more] = operands;
  if (more.length > 0) throw new UsageError("reader completion takes one shell.", giveShell);
  await write("stdout", scriptFor(shell));
  return 0;
}

function scriptFor(shell: string | undefined): string {
  switch (shell) {
    case "bash":
      return bashCompletion();
    case "zsh":
      return zshCompletion();
    case "fish":
      return fishCompletion();
    case "powershell":
    case "pwsh":
      return powershellCompletion();
    case undefined:
      throw new UsageError("reader completion needs the name of a shell.", giveShell);
    default:
      throw new UsageError(`There is no completion for ${JSON.stringify(shell)}.`, giveShell);
  }
}

/** A completion script for bash 3.2 and later: `source <(reader completion bash)`. */
export function bashCompletion(): string {
  const choices = options.flatMap(({ value, ...option }) =>
    value?.kind === "choice" ? [`    ${optionNames(option).join("|")}) words="${value.choices.join(" ")}" ;;`] : [],
  );
  return `# Completion of reader for bash.
_reader() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" IFS=$' \\t\\n'
  # bash splits "--view=a" into three words.
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  case "$previous" in
    ${namesWithValue("folder").join("|")})
      compopt -o filenames 2>/dev/null
      IFS=$'\\n' COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    ${namesWithValue("file").join("|")})
      compopt -o filenames 2>/dev/null
      IFS=$'\\n' COMPREPLY=($(compgen -f -- "$current"))
      return ;;
    ${[...namesWithValue("text"), ...namesWithValue("number")].join("|")}) return ;;
    completion) words="${shells.join(" ")}" ;;
${choices.join("\n")}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$current" in
    -*)
      COMPREPLY=($(compgen -W "${options.flatMap(optionNames).join(" ")}" -- "$current"))
      return ;;
  esac
  compopt -o filenames 2>/dev/null
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commandNames.join(" ")}" -- "$current")); fi
  IFS=$'\\n' COMPREPLY+=($(compgen -f -- "$current"))
}
complete -F _reader reader
`;
}

/** A completion script for zsh: `source <(reader completion zsh)`, or a file `_reader` in a folder of `fpath`. */
export function zshCompletion(): string {
  return `#compdef reader
# Completion of reader for zsh.
_reader() {
  _arguments -s -S \\
${options.map((option) => `    ${zshArgument(option)} \\`).join("\n")}
    '1: :_reader_first' \\
    '*: :_reader_rest'
}
_reader_first() {
  _alternative 'commands:command:(${commandNames.join(" ")})' 'files:file:_files'
}
_reader_rest() {
  if [[ \${words[2]} == completion ]]; then _values shell ${shells.join(" ")}; else _files; fi
}
if [[ "\${funcstack[1]}" == _reader ]]; then _reader "$@"; else compdef _reader reader; fi
`;
}

function zshArgument(option: Option): string {
  const { value, help, isRepeatable } = option;
  const names = optionNames(option);
  const shown = isRepeatable === true ? "'*'" : `'(${names.join(" ")})'`;
  const forms = names.map((name) => (value !== undefined && name.startsWith("--") ? `${name}=` : name));
  const braces = forms.length === 1 ? `${forms[0]}` : `{${forms.join(",")}}`;
  return `${shown}${braces}${zshQuoted(`[${zshEscaped(help)}]${zshAction(value)}`)}`;
}

function zshAction(value: OptionValue | undefined): string {
  if (value === undefined) return "";
  if (value.kind === "folder") return ":folder:_files -/";
  if (value.kind === "file") return ":file:_files";
  return value.kind === "choice" ? `:value:(${value.choices.join(" ")})` : ": : ";
}

/** Brackets, colons and backslashes separate the parts of a specification of `_arguments`. */
function zshEscaped(text: string): string {
  return text.replace(/[[\]:\\]/g, String.raw`\$&`);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A completion script for fish: `reader completion fish | source`. */
export function fishCompletion(): string {
  const commands = `complete -c reader -n __fish_is_first_arg -a ${fishQuoted(commandNames.join(" "))}`;
  const shellWords = `complete -c reader -n "__fish_seen_subcommand_from completion" -f -a "${shells.join(" ")}"`;
  return `# Completion of reader for fish.\n${[commands, shellWords, ...options.map(fishLine)].join("\n")}\n`;
}

function fishLine({ name, short, value, help }: Option): string {
  const words = ["complete -c reader", `-l ${name}`];
  if (short !== undefined) words.push(`-s ${short}`);
  if (value?.kind === "folder") words.push("-x -a '(__fish_complete_directories)'");
  else if (value?.kind === "file") words.push("-r -F");
  else if (value?.kind === "choice") words.push(`-x -a ${fishQuoted(value.choices.join(" "))}`);
  else if (value !== undefined) words.push("-x");
  return [...words, `-d ${fishQuoted(help)}`].join(" ");
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

/** A completion script for PowerShell: `reader completion powershell | Out-String | Invoke-Expression`. */
export function powershellCompletion(): string {
  const names = options.flatMap((option) => optionNames(option).map((name) => ({ name, option })));
  const described = names.map(({ name, option }) => `    ${powershellQuoted(name)} = ${powershellQuoted(option.help)}`);
  const chosen = names.flatMap(({ name, option: { value } }) =>
    value?.kind === "choice"
      ? [`    ${powershellQuoted(name)} = ${value.choices.map(powershellQuoted).join(", ")}`]
      : [],
  );
  return `# Completion of reader for PowerShell.
Register-ArgumentCompleter -Native -CommandName reader -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = [ordered]@{
${described.join("\n")}
  }
  $values = @{
    'completion' = ${shells.map(powershellQuoted).join(", ")}
    'help' = ${commandNames.map(powershellQuoted).join(", ")}
${chosen.join("\n")}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  # Without a result, PowerShell completes names of files.
  $candidates = @()
  if ($words.Count -gt 1 -and $values.ContainsKey($words[-1])) { $candidates = $values[$words[-1]] }
  elseif ($wordToComplete.StartsWith('-')) { $candidates = $options.Keys }
  elseif ($words.Count -eq 1) { $candidates = ${commandNames.map(powershellQuoted).join(", ")} }
  $candidates | Where-Object { $_.StartsWith($wordToComplete) } | ForEach-Object {
    $help = if ($options.Contains($_)) { $options[$_] } else { $_ }
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $help)
  }
}
`;
}

function powershellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The forms in which an option is typed: `--limit`, `-n`. */
function optionNames({ name, short }: Pick<Option, "name" | "short">): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** The names of all options that take a value of this kind. */
function namesWithValue(kind: OptionValue["kind"]): readonly string[] {
  return options.filter(({ value }) => value?.kind === kind).flatMap(optionNames);
}
