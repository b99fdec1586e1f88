const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];
const word = (seed: number): string => words[seed % words.length] ?? "";

/** Ten thousand orders, some 80 bytes each, a fifth of them with a field in quotation marks; the first block has a header. */
export function csvBlock(index: number): string {
  const rows: string[] = index === 0 ? ["id,date,customer,product,quantity,price,note\n"] : [];
  for (let at = 1; at <= 10_000; at += 1) {
    const id = index * 10_000 + at;
    const seed = Math.imul(id, 2_654_435_761) >>> 0;
    const date = new Date(1_700_000_000_000 + (seed % 900) * 86_400_000).toISOString().slice(0, 10);
    const product = `${word(seed >>> 7)}-${seed % 777} model ${(seed >>> 11) % 1000}`;
    const numbers = `${seed % 50},${(seed % 100_000) / 100}`;
    rows.push(`${id},${date},Customer ${seed % 9973},${product},${numbers},${noteOf(seed)}\n`);
  }
  return rows.join("");
}

function noteOf(seed: number): string {
  if (seed % 5 === 0) return `"shipped to ${word(seed)}, ${word(seed >>> 3)} street"`;
  return seed % 50 === 1 ? `"said ""${word(seed >>> 4)}"""` : `ok ${word(seed >>> 5)}`;
}
