import type { Naming } from "./language.ts";

/** `module.exports.read` is `read`, `Reader.prototype.read` belongs to `Reader`, and a string is its words. */
export function scriptNaming(name: string): Naming {
  const quoted = /^(["'`])(.*)\1$/s.exec(name)?.[2];
  if (quoted !== undefined) return { name: quoted };
  // Names are many, and to go through each for every end of a word takes its time.
  const ofType = name.includes(".prototype.") ? /^(?:\w+\.)*?([\w$]+)\.prototype\.([\w$]+)$/.exec(name) : null;
  if (ofType?.[1] !== undefined && ofType[2] !== undefined) return { name: ofType[2], owner: ofType[1] };
  return { name: name.replace(/^(?:module\.)?exports\.(?=.)/, "") };
}
