import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { folderWith } from "./folder-with.ts";

const mount = "mount -t tmpfs -o size=64k tmpfs";

/** Why no small disk can be made here, or `undefined` if one can: it takes Linux, `mount` and the right to use it. */
export const noSmallDisk: string | undefined = whyNot();

function whyNot(): string | undefined {
  if (process.platform !== "linux") return "small disks are made with tmpfs, which only Linux has";
  const { status } = spawnSync("unshare", ["-m", "sh", "-c", `${mount} /mnt`]);
  return status === 0 ? undefined : "this user may not mount a tmpfs";
}

/** The folder of a new disk of 64 KiB; it is unmounted when the test ends. */
export function smallDisk(): string {
  const folder = join(folderWith(), "disk");
  mkdirSync(folder);
  const { status, stderr } = spawnSync("sh", ["-c", `${mount} "$0"`, folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The disk could not be mounted: ${stderr}`);
  onTestFinished(() => void spawnSync("umount", [folder]));
  return folder;
}
