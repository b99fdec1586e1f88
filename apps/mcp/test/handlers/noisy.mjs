// A handler that prints whatever it can wherever it can, when it is loaded and when it reads.
console.log("loaded, says console.log");
process.stdout.write("loaded, says stdout\n");

export function noisy() {
  return {
    specVersion: 1,
    name: "noisy",
    mediaTypes: ["application/x-noisy"],
    sniff(head, name) {
      console.info("sniffing", name);
      return name.endsWith(".noisy") ? "application/x-noisy" : undefined;
    },
    async *read() {
      console.log("reading, says console.log");
      process.stdout.write("reading, says stdout\n");
      yield { type: "text", text: "quiet words" };
    },
  };
}
