/** What the codes of a font of TeX mean, by code; the empty text where it is not said here. */
export type TexEncoding = readonly string[];

/** A space in these tables is a code that means nothing here; one entry is one character. */
const gap = " ";

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = "abcdefghijklmnopqrstuvwxyz";
const greek = "ΓΔΘΛΞΠΣΥΦΨΩ";
const joined = ["ff", "fi", "fl", "ffi", "ffl"];
const none = (count: number): string => gap.repeat(count);

function encoding(...parts: readonly (string | readonly string[])[]): TexEncoding {
  const all = parts.flatMap((part) => (typeof part === "string" ? Array.from(part) : part));
  return all.map((text) => (text === gap ? "" : text));
}

const romanAccents = "ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ";
const romanSigns = " !”#$%&’()*+,-./0123456789:;¡=¿?@";
const romanLetters = `${capitals}[“]ˆ˙‘${letters}–—˝˜¨`;
const asciiSigns = ' !"#$%&’()*+,-./0123456789:;<=>?@';
const asciiLetters = `${capitals}[\\]^_‘${letters}{|}~`;

/** D. Knuth, "Computer Modern Typefaces": the encoding of TeX's Roman type, and of its typewriter and small capitals. */
export const romanEncoding: TexEncoding = encoding(greek, joined, romanAccents, romanSigns, romanLetters);
/** The same where the dollar is a pound, as in italic type. */
export const italicEncoding: TexEncoding = encoding(
  greek,
  joined,
  romanAccents,
  romanSigns.replace("$", "£"),
  romanLetters,
);
/** The same of typewriters, whose signs are those of ASCII. */
export const typewriterEncoding: TexEncoding = encoding(greek, "↑↓'¡¿", romanAccents, asciiSigns, asciiLetters, "¨");
/** The same of small capitals. */
export const smallCapitalEncoding: TexEncoding = encoding(
  greek,
  "↑↓'¡¿",
  romanAccents,
  romanSigns.replace("¡", "<").replace("¿", ">"),
  romanLetters,
);

/** The letters of mathematics. */
export const mathLetterEncoding: TexEncoding = encoding(
  greek,
  "αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁  ▷◁0123456789.,</>⋆∂",
  `${capitals}♭♮♯⌣⌢ℓ${letters}ıȷ℘  `,
);

/** The signs of mathematics. */
export const mathSignEncoding: TexEncoding = encoding(
  "−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽  ∀∃¬∅ℜℑ⊤⊥ℵ",
  `${capitals}∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠`,
);

const corkSigns = `“”„«»–—${none(2)}ıȷ`;
const corkLetters = [
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§",
  "ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£",
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞ",
  "àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
];

/** The encoding of Cork, of the languages of Europe in Latin letters. */
export const corkEncoding: TexEncoding = encoding(
  "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›",
  corkSigns,
  joined,
  asciiSigns,
  asciiLetters,
  "-",
  ...corkLetters,
);

const cyrillic = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x410 + index)).join("");

/** The encoding of Cyrillic letters, as far as Russian has them. */
export const cyrillicEncoding: TexEncoding = encoding(
  none(16),
  "“”",
  none(3),
  "–—",
  none(2),
  "ı",
  none(1),
  joined,
  asciiSigns,
  asciiLetters,
  "-",
  none(28),
  "Ё№",
  none(30),
  "ё„«»",
  cyrillic,
  cyrillic.toLowerCase(),
);
