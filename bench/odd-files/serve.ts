import { ToolEnded, type Answer } from "./adapter.ts";
import { loadAdapter } from "./load-adapter.ts";

/** A request from the runner to the process of a tool. */
export interface ReadMessage {
  readonly workspace: string;
  readonly path: string;
}

// The tool runs in a separate process, which the runner ends if it hangs or fills the memory.
const adapter = await loadAdapter(process.argv[2] ?? "");
process.on("message", (message: ReadMessage) => void answer(message));
// If the runner is gone, no answer is needed.
process.once("disconnect", () => void Promise.resolve(adapter.close?.()).finally(() => process.exit()));
process.send?.("ready");

async function answer({ workspace, path }: ReadMessage): Promise<void> {
  try {
    process.send?.(checked(await adapter.read(workspace, path)));
  } catch (error) {
    if (error instanceof ToolEnded) process.exit(1);
    process.send?.({ ok: false, text: String(error) });
  }
}

/** Adapters are written by others, and not all in TypeScript. */
function checked(answer: Answer): Answer {
  const isAnswer = typeof answer === "object" && typeof answer.ok === "boolean" && typeof answer.text === "string";
  return isAnswer ? answer : { ok: false, text: "" };
}
