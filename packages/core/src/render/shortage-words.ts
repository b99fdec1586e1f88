/** Why a call failed for want of something of the machine, and what to do about it. */
export interface ShortageWords {
  /** Follows "because". */
  readonly reason: string;
  readonly hint: string;
}

const words: Readonly<Record<string, ShortageWords>> = {
  EMFILE: shortage("too many files are open already", "raise the limit of open files (`ulimit -n`)"),
  ENFILE: shortage(
    "too many files are open on this machine",
    "raise the machine's limit of open files (`fs.file-max`)",
  ),
  ENOMEM: shortage("the machine has too little memory", "give the reader more memory"),
  EAGAIN: shortage("there are too many processes", "raise the limit of processes (`ulimit -u`, or the container's)"),
};

function shortage(reason: string, remedy: string): ShortageWords {
  const hint = `Send the same request again in a moment, and fewer requests at once. If it fails again, ask the user to ${remedy}.`;
  return { reason, hint };
}

/** The words for a code of the system that tells of a shortage; `undefined` for any other code. */
export function shortageWords(systemCode: string): ShortageWords | undefined {
  return Object.hasOwn(words, systemCode) ? words[systemCode] : undefined;
}
