import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The URL of a module by its real path, as the system spells it. A child may look at nothing on the way to its packages,
 * so it could neither follow a link above a module (`/tmp` and `/var` are links on macOS) nor find one whose name is
 * spelt in other letters than the folder's. What is no file, or not there, stays as it is.
 */
export function realModule(url: string): string {
  if (!url.startsWith("file:")) return url;
  const path = fileURLToPath(url);
  const real = existsSync(path) ? realpathSync.native(path) : path;
  if (real === path) return url;
  const { search, hash } = new URL(url);
  return `${pathToFileURL(real).href}${search}${hash}`;
}
