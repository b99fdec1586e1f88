import type { CommandLine } from "../arguments/parse-arguments.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { write } from "../output/write.ts";

/** `reader completion bash|zsh|fish`: prints the script that teaches a shell the names of this program. */
export async function runCompletion({ operands }: CommandLine): Promise<number> {
  const [shell, ...more] = operands;
  if (more.length > 0) throw new UsageError("reader completion takes one shell.", "Give bash, zsh or fish.");
  await write("stdout", await scriptFor(shell));
  return 0;
}

async function scriptFor(shell: string | undefined): Promise<string> {
  switch (shell) {
    case "bash":
      return (await import("../completion/bash.ts")).bashCompletion();
    case "zsh":
      return (await import("../completion/zsh.ts")).zshCompletion();
    case "fish":
      return (await import("../completion/fish.ts")).fishCompletion();
    case undefined:
      throw new UsageError("reader completion needs the name of a shell.", "Give bash, zsh or fish.");
    default:
      throw new UsageError(`There is no completion for ${JSON.stringify(shell)}.`, "Give bash, zsh or fish.");
  }
}
