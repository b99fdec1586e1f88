const entityPattern = /<!ENTITY\s+([\w.-]{1,40})\s+(?:"([^"<&%]{0,1000})"|'([^'<&%]{0,1000})')\s*>/g;
const maxEntities = 200;
/** Document types come first; nothing behind so many characters is looked at. */
const headCharacters = 100_000;

/** The entities that a drawing declares for itself, without those that stand for markup, for files or for each other. */
export function ownEntities(svg: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  for (const [, name = "", double, single] of svg.slice(0, headCharacters).matchAll(entityPattern)) {
    if (entities.size >= maxEntities) break;
    if (!entities.has(name)) entities.set(name, double ?? single ?? "");
  }
  return entities;
}
