/** Maximum number of documents that are read for an estimate. */
const maxSamples = 120;

/** The documents of one type. */
interface SampledType {
  readonly bytes: number;
  /** Those that may be read. There is at least one. */
  readonly samples: readonly unknown[];
}

/**
 * Divides the samples among types by their bytes, of which the first has most. Returns how many samples of each type are
 * read; types after the last number have none.
 */
export function sampleShares(types: readonly SampledType[]): readonly number[] {
  // Each of these types has a claim to the first sample that is at least that of any type after them.
  const claimants = types.slice(0, maxSamples);
  const shares = claimants.map(() => 0);
  for (let left = maxSamples; left > 0; left -= 1) {
    let [most, chosen] = [0, -1];
    for (const [at, { bytes, samples }] of claimants.entries()) {
      const share = shares[at] ?? 0;
      const claim = share < samples.length ? (bytes + 1) / (share + 1) : 0;
      if (claim > most) [most, chosen] = [claim, at];
    }
    if (chosen < 0) break;
    shares[chosen] = (shares[chosen] ?? 0) + 1;
  }
  return shares;
}
