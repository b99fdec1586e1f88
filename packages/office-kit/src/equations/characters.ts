import { joined } from "./latex-join.ts";

/** LaTeX commands by character; other characters are written unchanged. */
export const commands: ReadonlyMap<string, string> = new Map([
  ["α", "alpha"],
  ["β", "beta"],
  ["γ", "gamma"],
  ["δ", "delta"],
  ["ε", "varepsilon"],
  ["ϵ", "epsilon"],
  ["ζ", "zeta"],
  ["η", "eta"],
  ["θ", "theta"],
  ["ϑ", "vartheta"],
  ["ι", "iota"],
  ["κ", "kappa"],
  ["λ", "lambda"],
  ["μ", "mu"],
  ["ν", "nu"],
  ["ξ", "xi"],
  ["π", "pi"],
  ["ρ", "rho"],
  ["σ", "sigma"],
  ["ς", "varsigma"],
  ["τ", "tau"],
  ["υ", "upsilon"],
  ["φ", "varphi"],
  ["ϕ", "phi"],
  ["χ", "chi"],
  ["ψ", "psi"],
  ["ω", "omega"],
  ["Γ", "Gamma"],
  ["Δ", "Delta"],
  ["Θ", "Theta"],
  ["Λ", "Lambda"],
  ["Ξ", "Xi"],
  ["Π", "Pi"],
  ["Σ", "Sigma"],
  ["Υ", "Upsilon"],
  ["Φ", "Phi"],
  ["Ψ", "Psi"],
  ["Ω", "Omega"],
  ["×", "times"],
  ["÷", "div"],
  ["±", "pm"],
  ["∓", "mp"],
  ["⋅", "cdot"],
  ["·", "cdot"],
  ["∗", "ast"],
  ["∘", "circ"],
  ["⊕", "oplus"],
  ["⊗", "otimes"],
  ["≤", "leq"],
  ["≥", "geq"],
  ["≠", "neq"],
  ["≈", "approx"],
  ["≡", "equiv"],
  ["∼", "sim"],
  ["≃", "simeq"],
  ["≅", "cong"],
  ["∝", "propto"],
  ["≪", "ll"],
  ["≫", "gg"],
  ["∈", "in"],
  ["∉", "notin"],
  ["∋", "ni"],
  ["⊂", "subset"],
  ["⊆", "subseteq"],
  ["⊃", "supset"],
  ["⊇", "supseteq"],
  ["∪", "cup"],
  ["∩", "cap"],
  ["∅", "emptyset"],
  ["∞", "infty"],
  ["∂", "partial"],
  ["∇", "nabla"],
  ["∀", "forall"],
  ["∃", "exists"],
  ["¬", "neg"],
  ["∧", "wedge"],
  ["∨", "vee"],
  ["→", "to"],
  ["←", "leftarrow"],
  ["↔", "leftrightarrow"],
  ["⇒", "Rightarrow"],
  ["⇐", "Leftarrow"],
  ["⇔", "Leftrightarrow"],
  ["↦", "mapsto"],
  ["∑", "sum"],
  ["∏", "prod"],
  ["∐", "coprod"],
  ["∫", "int"],
  ["∬", "iint"],
  ["∭", "iiint"],
  ["∮", "oint"],
  ["⋃", "bigcup"],
  ["⋂", "bigcap"],
  ["⋁", "bigvee"],
  ["⋀", "bigwedge"],
  ["…", "ldots"],
  ["⋯", "cdots"],
  ["⋮", "vdots"],
  ["⋱", "ddots"],
  ["√", "surd"],
  ["ℝ", "mathbb{R}"],
  ["ℕ", "mathbb{N}"],
  ["ℤ", "mathbb{Z}"],
  ["ℚ", "mathbb{Q}"],
  ["ℂ", "mathbb{C}"],
  ["ℏ", "hbar"],
  ["ħ", "hbar"],
  ["ℓ", "ell"],
  ["ℜ", "Re"],
  ["ℑ", "Im"],
  ["∥", "parallel"],
  ["⊥", "perp"],
  ["∠", "angle"],
  ["⟨", "langle"],
  ["⟩", "rangle"],
  ["〈", "langle"],
  ["〉", "rangle"],
  ["⌊", "lfloor"],
  ["⌋", "rfloor"],
  ["⌈", "lceil"],
  ["⌉", "rceil"],
  ["‖", "Vert"],
  ["′", "prime"],
]);

/** Marks above or below a base, by the combining character that OMML names. */
export const accents: ReadonlyMap<string, string> = new Map([
  ["\u0302", "hat"],
  ["\u0303", "tilde"],
  ["\u0304", "bar"],
  ["\u0305", "overline"],
  ["\u0306", "breve"],
  ["\u0307", "dot"],
  ["\u0308", "ddot"],
  ["\u030c", "check"],
  ["\u0300", "grave"],
  ["\u0301", "acute"],
  ["\u20d7", "vec"],
  ["\u20d6", "overleftarrow"],
  ["\u20e1", "overleftrightarrow"],
  ["\u0331", "underline"],
  ["^", "hat"],
  ["~", "tilde"],
  ["¯", "bar"],
  ["→", "vec"],
  ["˙", "dot"],
  ["¨", "ddot"],
]);

/** Braces and bars over or under a group. */
export const groupMarks: ReadonlyMap<string, string> = new Map([
  ["⏞", "overbrace"],
  ["⏟", "underbrace"],
  ["⎴", "overbracket"],
  ["⎵", "underbracket"],
  ["→", "overrightarrow"],
  ["←", "overleftarrow"],
]);

/** Functions that have a command. */
export const functions: ReadonlySet<string> = new Set(
  "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim gcd ker hom arg deg Pr".split(
    " ",
  ),
);

/** Escapes text for LaTeX, so that every character is shown literally. */
export function escapeMath(text: string): string {
  let latex = "";
  for (const character of text.normalize("NFKC") === text ? text : plainLetters(text)) {
    latex = joined(latex, characterOf(character));
  }
  return latex;
}

function characterOf(character: string): string {
  const command = commands.get(character);
  if (command !== undefined) return `\\${command}`;
  if ("{}$%&#_".includes(character)) return `\\${character}`;
  if (character === "\\") return String.raw`\backslash`;
  return character === "^" || character === "~" ? `\\${character}{}` : character;
}

/** Letters of the mathematical alphabets (U+1D400 to U+1D7FF) as plain letters; LaTeX slants them itself. */
function plainLetters(text: string): string {
  return text.replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"));
}
