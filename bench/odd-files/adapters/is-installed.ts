import { accessSync, constants } from "node:fs";
import { delimiter, join, sep } from "node:path";

/** Whether a command is on the path, or where it says. */
export function isInstalled(command: string): boolean {
  if (command.includes("/") || command.includes(sep)) return isProgram(command);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => endings.some((ending) => isProgram(join(folder, command + ending))));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
