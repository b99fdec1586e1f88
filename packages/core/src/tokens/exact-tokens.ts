import type { TokenCounter } from "../contract/token-counter.ts";

/** The optional peer that counts exactly, and the version that it is known to work with. */
const peer = { name: "gpt-tokenizer", version: "4", module: "gpt-tokenizer/encoding/o200k_base" } as const;

/**
 * Loads a counter that gives o200k's own number of tokens, for callers who want it in place of the estimate. It needs
 * the package `gpt-tokenizer`, which is not installed with this one: it takes some 150 ms and 70 MB to load. `load`
 * imports the module of its encoding; give it where the package lies elsewhere.
 *
 * Throws an ordinary `Error` that says what to install where the package is missing or has another shape.
 */
export async function loadExactTokenCounter(load: () => Promise<unknown> = importPeer): Promise<TokenCounter> {
  const module = await load().catch((cause: unknown) => {
    throw new Error(`Counting tokens exactly needs the package ${peer.name}. ${installWords}`, { cause });
  });
  if (!hasCountTokens(module)) {
    throw new TypeError(`${peer.module} has no function countTokens. ${installWords}`);
  }
  // Without this, a text that holds the name of a control token, such as <|endoftext|>, is refused.
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

/** The name is not written in the `import` itself, so that compilers and bundlers do not ask for a package that may be absent. */
async function importPeer(): Promise<unknown> {
  const specifier: string = peer.module;
  return (await import(specifier)) as unknown;
}
