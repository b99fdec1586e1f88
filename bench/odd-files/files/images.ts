import { fixture, png } from "../build.ts";
import { secret, type OddFile } from "../odd-file.ts";
import { content } from "../write.ts";

const noise = ["\uFFFD", "\0", "IHDR", "JFIF"];
const damaged = {
  is: "either",
  lacks: noise,
  maxCharacters: 2000,
  codes: ["corrupt", "too-large", "unsupported-type"],
} as const;
const photo = fixture("image/jpeg-photo-with-exif/input.jpg");

/** Images that are broken, and some that only look so. */
export const images: readonly OddFile[] = [
  {
    id: "images/cut.jpg",
    why: "Half of a photo: what there is can be shown.",
    make: content(photo.subarray(0, Math.round(photo.length * 0.6))),
    expect: { ...damaged, image: true },
  },
  {
    id: "images/cut.png",
    why: "A PNG file without its end.",
    make: content(png(600, 400).subarray(0, -100)),
    expect: { ...damaged, image: true },
  },
  {
    id: "images/signature-only.png",
    why: "Eight bytes that promise an image.",
    make: content(png(1, 1).subarray(0, 8)),
    expect: { ...damaged, is: "refusal" },
  },
  {
    id: "images/no-size.png",
    why: "0 by 0 pixels.",
    make: content(png(1, 1, { claims: [0, 0] })),
    expect: { ...damaged, is: "refusal" },
  },
  {
    id: "images/bomb.png",
    why: "Its header claims 2.5 billion pixels.",
    make: content(png(1, 1, { claims: [50_000, 50_000] })),
    expect: { ...damaged, is: "refusal" },
  },
  {
    id: "images/wrong-checksums.png",
    why: "Strict decoders refuse it.",
    make: content(png(30, 30, { wrongChecksums: true })),
    expect: damaged,
  },
  {
    id: "images/one-pixel.png",
    why: "The smallest image there is.",
    make: content(png(1, 1)),
    expect: { ...damaged, image: true },
  },
  {
    id: "images/very-wide.png",
    why: "9000 by 3 pixels: above what providers take.",
    make: content(png(9000, 3)),
    expect: { ...damaged, image: true },
  },
  { id: "images/empty.gif", why: "No bytes.", make: content(""), expect: { is: "either", maxCharacters: 500 } },
  {
    id: "images/outside.svg",
    why: "A drawing that includes a file from outside.",
    make: ({ file, outside }) =>
      content(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${outside}/secret.txt">]>\n<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">&x;</text></svg>\n`,
      )({ file }),
    expect: { is: "either", lacks: [secret] },
  },
  {
    id: "images/laughs.svg",
    why: "A billion laughs: nine entities of ten each.",
    make: content(
      `<!DOCTYPE svg [<!ENTITY a "lol">${Array.from("bcdefghij", (name, at) => `<!ENTITY ${name} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join("")}]>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>\n`,
    ),
    expect: { is: "either", maxCharacters: 20_000 },
  },
];
