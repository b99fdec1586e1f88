/** The oldest version of Node that this program runs in, as `engines` in `package.json` says it. */
const least = { major: 22, minor: 13 } as const;

/** What is said in a Node that is too old, where some files would be read and others fail for odd reasons. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > least.major || (major === least.major && minor >= least.minor);
  return isEnough ? undefined : `reader needs Node ${least.major}.${least.minor} or newer; this is ${version}.`;
}
