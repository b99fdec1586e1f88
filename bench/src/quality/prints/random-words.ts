/** Words of documents that are made for tests. */
const nouns =
  "harbour report budget river council garden engine season market bridge survey station archive meadow signal timber lantern valley committee reservoir orchard turbine ledger canal".split(
    " ",
  );
const adjectives =
  "annual northern quiet public narrow early local broken heavy modern careful distant regular open steady hidden".split(
    " ",
  );
const verbs = "describes supports replaces follows measures crosses improves delays protects explains".split(" ");

/** Returns a whole number below a limit. */
export type Random = (below: number) => number;

/** Creates a linear congruential generator, which gives the same numbers on every machine. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Returns one of some words. */
export function pick(words: readonly string[], random: Random): string {
  return words[random(words.length)] ?? "";
}

/** Returns a noun. */
export function noun(random: Random): string {
  return pick(nouns, random);
}

/** Returns an adjective. */
export function adjective(random: Random): string {
  return pick(adjectives, random);
}

/** Returns a short sentence. */
export function sentence(random: Random): string {
  const subject = `the ${adjective(random)} ${noun(random)}`;
  const object = `the ${noun(random)} of the ${adjective(random)} ${noun(random)}`;
  return `${capital(subject)} ${pick(verbs, random)} ${object}.`;
}

/** Returns some sentences. */
export function paragraph(random: Random): string {
  return Array.from({ length: 3 + random(4) }, () => sentence(random)).join(" ");
}

/** Returns a text with a capital letter at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
