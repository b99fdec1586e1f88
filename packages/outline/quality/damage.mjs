// What is left of an outline when its file is damaged: cut in the middle, without one brace, or with marks of a merge.
const damages = {
  "cut in the middle": (text) => text.slice(0, text.length >> 1),
  "a bracket less": (text) => {
    // Python and shells have colons and words instead of most braces.
    const marks = [...text.matchAll(/[{}()]/g)];
    const at = marks[Math.floor(marks.length / 3)]?.index;
    return at === undefined ? undefined : text.slice(0, at) + text.slice(at + 1);
  },
  "marks of a merge": (text) => {
    const lines = text.split("\n");
    const at = Math.floor(lines.length / 2);
    const line = lines[at] ?? "";
    lines.splice(at, 1, "<<<<<<< HEAD", line, "=======", line, ">>>>>>> topic");
    return lines.join("\n");
  },
};

export const damageKinds = Object.keys(damages);

/** Adds how many entries a sound file has, and how many of them its damaged forms have still. */
export async function survivalOf({ text, entries, outline, survived }) {
  for (const [at, damage] of Object.values(damages).entries()) {
    const damaged = damage(text);
    if (damaged === undefined || entries.length === 0) continue;
    const lineCount = damaged.split("\n").length;
    const wanted = entries.filter(({ lines }) => lines.first < lineCount);
    const left = countsOf((await outline({ text: damaged })) ?? []);
    survived[at].before += wanted.length;
    survived[at].after += wanted.filter(({ name }) => takeOne(left, name)).length;
  }
}

/** Names without their types, because a damaged type takes them off its members. */
function countsOf(entries) {
  const counts = new Map();
  for (const { name } of entries) counts.set(ownName(name), (counts.get(ownName(name)) ?? 0) + 1);
  return counts;
}

function takeOne(counts, name) {
  const count = counts.get(ownName(name)) ?? 0;
  if (count > 0) counts.set(ownName(name), count - 1);
  return count > 0;
}

function ownName(name) {
  return name.replace(/^.*\.(?=.)/, "");
}
