/** Milliseconds since the process started. The first use of `performance.now` would take 2 ms to load its modules. */
export function milliseconds(): number {
  return process.uptime() * 1000;
}
