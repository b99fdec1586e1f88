import { commandNames } from "../arguments/option.ts";
import { options } from "../arguments/options.ts";
import { optionNames, valued } from "./names.ts";

/** A completion script for bash 3.2 and later: `source <(reader completion bash)`. */
export function bashCompletion(): string {
  const choices = options.flatMap(({ value, ...option }) =>
    value?.kind === "choice" ? [`    ${optionNames(option).join("|")}) words="${value.choices.join(" ")}" ;;`] : [],
  );
  return `# Completion of reader for bash.
_reader() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" IFS=$' \\t\\n'
  # bash takes "--view=a" for three words.
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  case "$previous" in
    ${valued("folder").join("|")})
      compopt -o filenames 2>/dev/null
      IFS=$'\\n' COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    ${[...valued("text"), ...valued("number")].join("|")}) return ;;
    completion) words="bash zsh fish" ;;
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
