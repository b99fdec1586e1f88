/** Explains that a call failed because the machine ran out of a resource, and what to do. */
export interface ShortageDescription {
  /** A clause to follow "because". */
  readonly reason: string;
  readonly hint: string;
}

const words: Readonly<Record<string, ShortageDescription>> = {
  EMFILE: shortage("too many files are open already", "raise the limit of open files (`ulimit -n`)"),
  ENFILE: shortage(
    "too many files are open on this machine",
    "raise the machine's limit of open files (`fs.file-max`)",
  ),
  ENOMEM: shortage("the machine has too little memory", "give the reader more memory"),
  EAGAIN: shortage("there are too many processes", "raise the limit of processes (`ulimit -u`, or the container's)"),
};

function shortage(reason: string, remedy: string): ShortageDescription {
  const hint = `Send the same request again in a moment, and fewer requests at once. If it fails again, ask the user to ${remedy}.`;
  return { reason, hint };
}

/** Describes a system error code that means a shortage of a resource; `undefined` for any other code. */
export function describeShortage(systemCode: string): ShortageDescription | undefined {
  return Object.hasOwn(words, systemCode) ? words[systemCode] : undefined;
}
