import { expect, test } from "vitest";
import { countBrackets } from "../../../src/code/condense/brackets.ts";

test.for([
  ["typescript", "const a = /[(`'\"{]/;"],
  ["typescript", "const a = b.replace(/\\/[`]/g, `(`);"],
  ["typescript", "return /\\(/.test(a) ? b / c : d / (e);"],
  ["typescript", "const a = `{${b(`(${c({ d: '}' })}`)}[`;"],
  ["typescript", "const a = `\\`\\${(`;"],
  ["typescript", "// it's (\n/* ` */"],
  ["tsx", "const a = <b title={c}>and/or {d}</b>;"],
  ["cpp", "char a = '('; int b = 1'000'000; auto c = R\"x(()\")x\";"],
  ["c-sharp", 'var a = @"c:\\("; var b = """ ( " """; var c = \'\\u007B\';'],
  ["java", 'String a = """\n ( " """; char b = \'(\';'],
  ["go", "a := `(\"`; b := '{'"],
  ["rust", 'fn a<\'a>(b: &\'a str) { r#"(""#; "(\n"; \'(\' ; }'],
  ["python", "a = '''(\n''' # (\nb = \"(\""],
  ["php", "$a = <<<END\n it's (\nEND;\n$b = '(\n'; # ("],
  ["css", "/* ( */ .a { background: url(//b.c/d) } // it's (\n"],
] as const)("brackets of %s in texts, templates and comments do not count: %s", ([grammar, text]) => {
  expect(countBrackets(text, grammar, 0)?.(text.length)).toBe(0);
});

test.for([
  ["typescript", "const a = `${b", 1],
  ["java", "class A { int b(", 2],
  ["go", "a := `b\n`", 0],
] as const)("open brackets are counted at the end of %s: %s", ([grammar, text, expected]) => {
  expect(countBrackets(text, grammar, 0)?.(text.length)).toBe(expected);
});

test.for([
  ["java", "a /* b */ c"],
  ["typescript", "a = `b c`;"],
] as const)("inside of a comment or a template of %s there is no depth: %s", ([grammar, text]) => {
  expect(countBrackets(text, grammar, 0)?.(6)).toBeNaN();
});

test.for(["ruby", "bash"])("the brackets of %s are not counted", (grammar) => {
  expect(countBrackets("(", grammar, 0)).toBeUndefined();
});
