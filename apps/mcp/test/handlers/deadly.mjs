// A handler that ends its process, or never ends, as the file says.
export function deadly() {
  return {
    specVersion: 1,
    name: "deadly",
    mediaTypes: ["application/x-deadly"],
    sniff: (head, name) => (name.endsWith(".deadly") ? "application/x-deadly" : undefined),
    async *read(source) {
      const bytes = await source.bytes();
      yield { type: "text", text: "" };
      if (new TextDecoder().decode(bytes).includes("exit")) process.exit(7);
      throw new Error("This parser has a fault.");
    },
  };
}
