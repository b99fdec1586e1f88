// Loaded into a server with `--import`: writes its memory to standard error after a collection when it gets SIGUSR2.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss, external } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ heapUsed, rss, external })}\n`);
});
