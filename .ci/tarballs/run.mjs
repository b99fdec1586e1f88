// Processes that do not hold up the registry which serves them.
import { spawn } from "node:child_process";

/** Runs a program to its end; `until`, a text or several, ends its input as soon as its output holds all of them. */
export function run(command, args, { cwd, env = process.env, input = "", until } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell: process.platform === "win32" });
    const texts = { stdout: "", stderr: "" };
    child.stdout.on("data", (piece) => {
      texts.stdout += piece;
      if (until !== undefined && [until].flat().every((each) => texts.stdout.includes(each))) child.stdin.end();
    });
    child.stderr.on("data", (piece) => (texts.stderr += piece));
    child.on("error", ({ message }) => resolve({ status: -1, ...texts, stderr: message }));
    child.on("close", (status) => resolve({ status, ...texts }));
    // A program that ends before it has read everything is judged by what it said.
    child.stdin.on("error", () => {});
    child.stdin.write(input);
    if (until === undefined) child.stdin.end();
  });
}

/** The same, which must succeed. */
export async function succeed(command, args, options) {
  const { status, stdout, stderr } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ends with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
