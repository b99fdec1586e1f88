import { UsageError } from "@reader/handlers/usage-error";
import { type CommandName, commandNames, type Option, options, type OptionValue } from "../arguments/options.ts";
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
  const bashOptions = [...commandNames.filter((command) => command !== usualCommand), usualCommand].map((command) => {
    const names = optionsOf(command).flatMap(optionNames).join(" ");
    return `        ${command === usualCommand ? "*" : command}) words="${names}" ;;`;
  });
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
    help) words="${commandNames.join(" ")}" ;;
${choices.join("\n")}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$current" in
    -*)
      case "\${COMP_WORDS[1]}" in
${bashOptions.join("\n")}
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
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
  local -a known specifications
  local command=${usualCommand}
  known=(${commandNames.join(" ")})
  (( \${known[(Ie)\${words[2]}]} )) && command=\${words[2]}
${options.map((option) => `  [[ " ${option.commands.join(" ")} " == *" $command "* ]] && specifications+=(${zshArgument(option)})`).join("\n")}
  _arguments -s -S $specifications '1: :_reader_first' '*: :_reader_rest'
}
_reader_first() {
  _alternative 'commands:command:(${commandNames.join(" ")})' 'files:file:_files'
}
_reader_rest() {
  case \${words[2]} in
    completion) _values shell ${shells.join(" ")} ;;
    help) _values command ${commandNames.join(" ")} ;;
    *) _files ;;
  esac
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
  const helped = `complete -c reader -n "__fish_seen_subcommand_from help" -f -a ${fishQuoted(commandNames.join(" "))}`;
  return `# Completion of reader for fish.
function __reader_uses
  set -l words (commandline -opc)
  set -l command ${usualCommand}
  if set -q words[2]; and contains -- $words[2] ${commandNames.join(" ")}
    set command $words[2]
  end
  contains -- $command $argv
end
${[commands, shellWords, helped, ...options.map(fishLine)].join("\n")}
`;
}

function fishLine({ name, short, value, help, commands }: Option): string {
  const words = ["complete -c reader", `-l ${name}`];
  if (short !== undefined) words.push(`-s ${short}`);
  if (value?.kind === "folder") words.push("-x -a '(__fish_complete_directories)'");
  else if (value?.kind === "file") words.push("-r -F");
  else if (value?.kind === "choice") words.push(`-x -a ${fishQuoted(value.choices.join(" "))}`);
  else if (value !== undefined) words.push("-x");
  return [...words, `-d ${fishQuoted(help)}`, `-n "__reader_uses ${commands.join(" ")}"`].join(" ");
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

/** A completion script for PowerShell: `reader completion powershell | Out-String | Invoke-Expression`. */
export function powershellCompletion(): string {
  const described = options.flatMap((option) =>
    optionNames(option).map((name) => {
      const [shown, commands] = [powershellQuoted(name), powershellQuoted(option.commands.join(" "))];
      return `    [pscustomobject]@{ Name = ${shown}; Commands = ${commands}; Help = ${powershellQuoted(option.help)} }`;
    }),
  );
  const chosen = options.flatMap((option) =>
    option.value?.kind === "choice"
      ? [`    ${powershellQuoted(`--${option.name}`)} = ${option.value.choices.map(powershellQuoted).join(", ")}`]
      : [],
  );
  return `# Completion of reader for PowerShell.
Register-ArgumentCompleter -Native -CommandName reader -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  # A list, because the keys of a hash table ignore case: -v and -V would be the same.
  $options = @(
${described.join("\n")}
  )
  $commands = ${commandNames.map(powershellQuoted).join(", ")}
  $values = @{
    'completion' = ${shells.map(powershellQuoted).join(", ")}
    'help' = $commands
${chosen.join("\n")}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $command = if ($words.Count -gt 1 -and $commands -ccontains $words[1]) { $words[1] } else { ${powershellQuoted(usualCommand)} }
  $used = @($options | Where-Object { $_.Commands.Split(' ') -ccontains $command })
  # Without a result, PowerShell completes names of files.
  $candidates = @()
  if ($words.Count -gt 1 -and $values.ContainsKey($words[-1])) { $candidates = $values[$words[-1]] }
  elseif ($wordToComplete.StartsWith('-')) { $candidates = @($used | ForEach-Object { $_.Name }) }
  elseif ($words.Count -eq 1) { $candidates = $commands }
  $candidates | Where-Object { $_.StartsWith($wordToComplete, [StringComparison]::Ordinal) } | ForEach-Object {
    $name = $_
    $option = $used | Where-Object { $_.Name -ceq $name } | Select-Object -First 1
    $help = if ($option) { $option.Help } else { $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $help)
  }
}
`;
}

/** PowerShell takes typographic quotes for quotes too. */
function powershellQuoted(text: string): string {
  return `'${text.replace(/['\u2018-\u201B]/g, "$&$&")}'`;
}

/** The command if none is named. */
const usualCommand: CommandName = "read";

function optionsOf(command: CommandName): readonly Option[] {
  return options.filter(({ commands }) => commands.includes(command));
}

/** The forms in which an option is typed: `--limit`, `-n`. */
function optionNames({ name, short }: Pick<Option, "name" | "short">): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** The names of all options that take a value of this kind. */
function namesWithValue(kind: OptionValue["kind"]): readonly string[] {
  return options.filter(({ value }) => value?.kind === kind).flatMap(optionNames);
}
