/** The oldest supported version of Node.js, the same as `engines` in `package.json`. */
const least = { major: 22, minor: 13 } as const;

/**
 * Returns the message for a version of Node.js that is too old for a program, in which some files would fail for unclear
 * reasons, or `undefined`.
 */
export function nodeVersionProblem(program: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > least.major || (major === least.major && minor >= least.minor);
  return isEnough
    ? undefined
    : `${program} needs Node.js ${least.major}.${least.minor} or newer; this is ${version}. Install a newer one, then run ${program} again.`;
}
