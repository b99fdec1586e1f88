import { cpus, loadavg, release, totalmem, type as systemName } from "node:os";

/** Above this many processes that want to run, times tell more of the others than of what is measured. */
export const quietLoad = 1.5;

/** What figures were measured on: `Linux 6.1, 2 × AMD EPYC, 8 GB, Node v24.21.0`. */
export function machineWords(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "?";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${systemName()} ${release()}, ${processors.length} × ${model}, ${memory} GB, Node ${process.version}`;
}

/** How many processes wanted to run in the last minute; 0 where the system does not tell. */
export function loadNow(): number {
  return loadavg()[0] ?? 0;
}
