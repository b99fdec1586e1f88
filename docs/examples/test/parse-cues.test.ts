import { expect, test } from "vitest";
import { parseCues } from "../src/index.ts";

const time = "00:00:01,000 --> 00:00:02,000";

test.for<readonly [string, string, readonly string[]]>([
  ["one cue", `1\n${time}\nHello.\n`, ["Hello."]],
  ["a cue without a newline at the end", `1\n${time}\nHello.`, ["Hello."]],
  ["several lines of words", `1\n${time}\none\ntwo\n\nthree\n`, ["one two three"]],
  ["CR LF", `1\r\n${time}\r\nHello.\r\n\r\n2\r\n${time}\r\nBye.\r\n`, ["Hello.", "Bye."]],
  ["CR alone", `1\r${time}\rHello.\r`, ["Hello."]],
  ["a byte order mark", `\uFEFF1\n${time}\nHello.\n`, ["Hello."]],
  ["no indexes", `${time}\nHello.\n\n${time}\nBye.\n`, ["Hello.", "Bye."]],
  ["an empty line behind the index", `1\n${time}\nHello.\n\n2\n\n${time}\nBye.\n`, ["Hello.", "Bye."]],
  ["a number for words", `1\n${time}\n1984\n`, ["1984"]],
  ["a number in the last line of the words", `1\n${time}\n99 bottles\n99\n`, ["99 bottles 99"]],
  ["a cue without words between others", `1\n${time}\na\n\n2\n${time}\n\n3\n${time}\nb\n`, ["a", "b"]],
  ["formatting", `1\n${time}\n{\\an8}<i>a</i> <font color="red">b</FONT> <b>\n`, ["a b"]],
  ["signs that are no formatting", `1\n${time}\n1 < 2 > 0 <3 {x} <strong>\n`, ["1 < 2 > 0 <3 {x} <strong>"]],
  ["nothing", "", []],
  ["prose", "Some words.\n\nMore of them.\n", []],
  ["an arrow without times", "1\na --> b\nHello.\n", []],
])("reads %s", ([, subtitles, words]) => {
  expect(parseCues(subtitles).map((cue) => cue.words)).toEqual(words);
});

test.for([
  ["00:00:01,000 --> 00:00:02,000", "00:00:01"],
  ["00:00:01.000 --> 00:00:02.000", "00:00:01"],
  ["1:02:03 --> 1:02:04", "01:02:03"],
  ["100:00:00,5 --> 100:00:01,0", "100:00:00"],
  ["  00:00:01,000-->00:00:02,000 X1:1 X2:2", "00:00:01"],
] as const)("takes the start of %j", ([line, start]) => {
  expect(parseCues(`${line}\nHello.\n`)).toEqual([{ start, words: "Hello." }]);
});
