import { loadAdapter } from "./load-adapter.ts";

/** What the runner asks of the process that holds a tool. */
export interface ReadMessage {
  readonly workspace: string;
  readonly path: string;
}

// The tool runs in a process of its own, which the runner ends when it hangs or fills the memory.
const adapter = await loadAdapter(process.argv[2] ?? "");
process.on("message", (message: ReadMessage) => {
  void adapter
    .read(message.workspace, message.path)
    .catch((error: unknown) => ({ ok: false, text: String(error) }))
    .then((answer) => process.send?.(answer));
});
process.send?.("ready");
