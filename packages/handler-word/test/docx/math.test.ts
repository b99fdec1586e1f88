import { expect, test } from "vitest";
import { textOfWord } from "./reading-docx.ts";
import { paragraph, run } from "./word-builder.ts";

const r = (text: string, properties = ""): string =>
  `<m:r>${properties === "" ? "" : `<m:rPr>${properties}</m:rPr>`}<m:t>${text}</m:t></m:r>`;
const e = (content: string): string => `<m:e>${content}</m:e>`;

test.for<readonly [string, string, string]>([
  ["letters", r("x+y"), "x+y"],
  ["Greek letters and signs", r("α≤π r"), String.raw`\alpha\leq\pi r`],
  ["mathematical letters", r("𝑎𝒙"), "ax"],
  ["fractions", `<m:f><m:num>${r("1")}</m:num><m:den>${r("x")}</m:den></m:f>`, String.raw`\frac{1}{x}`],
  [
    "fractions in a line",
    `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${r("1")}</m:num><m:den>${r("x")}</m:den></m:f>`,
    "1/x",
  ],
  [
    "binomials",
    `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r("n")}</m:num><m:den>${r("k")}</m:den></m:f>`,
    String.raw`\binom{n}{k}`,
  ],
  [
    "binomials in the brackets that Word needs",
    `<m:d>${e(`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r("n")}</m:num><m:den>${r("k")}</m:den></m:f>`)}</m:d>`,
    String.raw`\binom{n}{k}`,
  ],
  ["letters of other alphabets", r("R", '<m:scr m:val="double-struck"/>'), String.raw`\mathbb{R}`],
  ["bold letters", r("v", '<m:sty m:val="b"/>'), String.raw`\mathbf{v}`],
  ["what stands above", `<m:limUpp>${e(r("X"))}<m:lim>${r("d")}</m:lim></m:limUpp>`, String.raw`\overset{d}{X}`],
  [
    "braces with a label",
    `<m:limLow>${e(`<m:groupChr>${e(r("ab"))}</m:groupChr>`)}<m:lim>${r("n")}</m:lim></m:limLow>`,
    String.raw`\underbrace{ab}_{n}`,
  ],
  ["powers", `<m:sSup>${e(r("x"))}<m:sup>${r("2")}</m:sup></m:sSup>`, "x^{2}"],
  ["indices", `<m:sSub>${e(r("ab"))}<m:sub>${r("i")}</m:sub></m:sSub>`, "{ab}_{i}"],
  ["both", `<m:sSubSup>${e(r("x"))}<m:sub>${r("i")}</m:sub><m:sup>${r("2")}</m:sup></m:sSubSup>`, "x_{i}^{2}"],
  [
    "what stands before",
    `<m:sPre><m:sub>${r("1")}</m:sub><m:sup>${r("2")}</m:sup>${e(r("x"))}</m:sPre>`,
    "{}_{1}^{2}{x}",
  ],
  ["roots", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r("x"))}</m:rad>`, String.raw`\sqrt{x}`],
  ["roots of a degree", `<m:rad><m:deg>${r("3")}</m:deg>${e(r("x"))}</m:rad>`, String.raw`\sqrt[3]{x}`],
  [
    "sums",
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r("i=1")}</m:sub><m:sup>${r("n")}</m:sup>${e(r("i"))}</m:nary>`,
    String.raw`\sum_{i=1}^{n}i`,
  ],
  ["integrals", `<m:nary><m:sub/><m:sup/>${e(r("x"))}</m:nary>`, String.raw`\int x`],
  ["brackets", `<m:d>${e(r("x"))}</m:d>`, "(x)"],
  [
    "tall brackets",
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(r("x"))}</m:d>`,
    String.raw`\left\{x\right.`,
  ],
  [
    "matrices",
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(`<m:m><m:mr>${e(r("a"))}${e(r("b"))}</m:mr><m:mr>${e(r("c"))}${e(r("d"))}</m:mr></m:m>`)}</m:d>`,
    String.raw`\left[\begin{matrix}a & b \\ c & d\end{matrix}\right]`,
  ],
  [
    "equations one below the other",
    `<m:eqArr>${e(r("a=b"))}${e(r("c=d"))}</m:eqArr>`,
    String.raw`\begin{aligned}a=b \\ c=d\end{aligned}`,
  ],
  ["accents", `<m:acc><m:accPr><m:chr m:val="&#x20d7;"/></m:accPr>${e(r("v"))}</m:acc>`, String.raw`\vec{v}`],
  ["bars", `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r("x"))}</m:bar>`, String.raw`\overline{x}`],
  ["braces", `<m:groupChr>${e(r("x"))}</m:groupChr>`, String.raw`\underbrace{x}`],
  [
    "functions",
    `<m:func><m:fName>${r("sin", '<m:sty m:val="p"/>')}</m:fName>${e(r("x"))}</m:func>`,
    String.raw`\sin{x}`,
  ],
  [
    "limits",
    `<m:limLow>${e(r("lim", '<m:sty m:val="p"/>'))}<m:lim>${r("n→∞")}</m:lim></m:limLow>`,
    String.raw`\lim_{n\to\infty}`,
  ],
  ["boxes", `<m:borderBox>${e(r("x"))}</m:borderBox>`, String.raw`\boxed{x}`],
  ["words", r("if {x}", "<m:nor/>"), String.raw`\text{if \{x\}}`],
  ["characters that act", r("50% a_b"), String.raw`50\% a\_b`],
  ["what is not known", `<m:unknown>${e(r("x"))}</m:unknown>`, "x"],
])("shows %s of an equation as LaTeX", async ([, content, latex]) => {
  expect(await textOfWord(paragraph(`${run("a ")}<m:oMath>${content}</m:oMath>${run(" b")}`))).toBe(`a $${latex}$ b\n`);
});

test("shows equations that stand apart", async () => {
  const apart = `<m:oMathPara><m:oMath>${r("x")}</m:oMath></m:oMathPara>`;
  expect(await textOfWord(paragraph(apart) + apart)).toBe("$$x$$\n\n$$x$$\n");
});

test("shows nothing for an empty equation", async () => {
  expect(await textOfWord(paragraph(`${run("a")}<m:oMath/>`))).toBe("a\n");
});
