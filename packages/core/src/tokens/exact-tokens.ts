import type { TokenCounter } from "../contract/budget.ts";

/** The optional peer dependency that counts exactly, and the version that it is known to work with. */
const peer = { name: "gpt-tokenizer", version: "4", module: "gpt-tokenizer/encoding/o200k_base" } as const;

/**
 * Loads a counter of exact o200k tokens, for callers that want it instead of the estimate. It needs the package
 * `gpt-tokenizer`, which is not installed with this one because it takes about 150 ms and 70 MB to load. `load` imports
 * the module of its encoding; pass it if the package is installed elsewhere.
 *
 * Throws an ordinary `Error` that says what to install if the package is missing or has an unexpected shape.
 */
export async function loadExactTokenCounter(load: () => Promise<unknown> = importPeer): Promise<TokenCounter> {
  const module = await load().catch((cause: unknown) => {
    throw new Error(`Counting tokens exactly needs the package ${peer.name}. ${installWords}`, { cause });
  });
  if (!hasCountTokens(module)) {
    throw new TypeError(`${peer.module} has no function countTokens. ${installWords}`);
  }
  // Without this option, a text that contains the name of a control token, such as <|endoftext|>, is rejected.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => module.countTokens(text, options);
}

const installWords = `Install ${peer.name}@${peer.version} beside @reader/core, or leave the estimate in place.`;

interface ExactModule {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }) => number;
}

function hasCountTokens(module: unknown): module is ExactModule {
  return (
    typeof module === "object" && module !== null && "countTokens" in module && typeof module.countTokens === "function"
  );
}

/** Imports the peer by a variable name, so that compilers and bundlers do not require a package that may be absent. */
async function importPeer(): Promise<unknown> {
  const specifier: string = peer.module;
  return (await import(specifier)) as unknown;
}
