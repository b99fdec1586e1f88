import { readdirSync, readFileSync } from "node:fs";

const pageBytes = 4096;

/** Memory of a process group in bytes; 0 if the system does not report it. */
export function groupBytes(leader: number | undefined): number {
  try {
    const groups = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
    return groups.reduce((sum, pid) => sum + residentBytes(pid, leader), 0);
  } catch {
    return 0;
  }
}

/** That of one process, where it is of the group. */
function residentBytes(pid: string, leader: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Behind the name, which may hold anything: state, parent, group; the 22nd is the resident pages (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[2]) === leader ? Number(fields[21]) * pageBytes : 0;
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}
