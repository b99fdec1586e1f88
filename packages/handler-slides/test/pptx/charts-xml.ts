/** One series of a chart. */
export interface SeriesXml {
  readonly name: string;
  readonly categories: readonly string[];
  readonly values: readonly (string | number)[];
  readonly format?: string;
}

/** What stands in a chart part, without its namespaces. */
export function chart(kind: string, words: string, series: readonly SeriesXml[]): string {
  const title = `<c:title><c:tx><c:rich><a:p><a:r><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  return `<c:chart>${title}<c:plotArea><c:${kind}>${series.map(seriesOf).join("")}</c:${kind}></c:plotArea></c:chart>`;
}

function seriesOf({ name, categories, values, format = "General" }: SeriesXml): string {
  const text = (each: readonly string[]): string => `<c:strRef><c:strCache>${points(each)}</c:strCache></c:strRef>`;
  const numbers = `<c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef>`;
  return `<c:ser><c:tx>${text([name])}</c:tx><c:cat>${text(categories)}</c:cat><c:val>${numbers}</c:val></c:ser>`;
}

function points(values: readonly (string | number)[]): string {
  return values.map((value, at) => (value === "" ? "" : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)).join("");
}
