import { expect, test } from "vitest";
import { base64, code, display, notebook4, result, stream, type Fields } from "./builders.ts";
import { makePng } from "./png.ts";
import { eventsOf, imagesIn, textIn, textOfOutputs } from "./reading.ts";

const png = base64(makePng(4, 5, () => [1, 2, 3]));

test("separates stdout and stderr, and joins the chunks of each", async () => {
  const outputs = [
    stream("stdout", "a\n"),
    stream("stdout", "b"),
    stream("stdout", "c\n"),
    stream("stderr", "d"),
    stream("stdout", "e"),
  ];
  expect(await textOfOutputs(...outputs)).toBe("```stdout\na\nbc\n```\n```stderr\nd\n```\n```stdout\ne\n```\n");
});

test.for<readonly [string, Fields, string]>([
  ["of nbformat 3", { output_type: "stream", stream: "stderr", text: "x" }, "stderr"],
  ["without a name", { output_type: "stream", text: "x" }, "stdout"],
  ["with an odd name", { output_type: "stream", name: "a`\nb", text: "x" }, "a b"],
])("names a stream %s", async ([, output, name]) => {
  expect(await textOfOutputs(output)).toBe(`\`\`\`${name}\nx\n\`\`\`\n`);
});

test("shows the last state of progress bars, without colours", async () => {
  const text = "  0%|   |\r 50%|█  |\r\u001b[32m100%|███|\u001b[0m\ndone\r\n";
  expect(await textOfOutputs(stream("stderr", text))).toBe("```stderr\n100%|███|\ndone\n```\n");
});

test("shows a traceback without colours and adds missing parts", async () => {
  const error = { output_type: "error", ename: "KeyError", evalue: "'a'" };
  const traceback = [
    "\u001b[31m---------------------------------------------------------------------------\u001b[39m",
    "\u001b[31mKeyError\u001b[39m: 'a'",
  ];
  expect(await textOfOutputs({ ...error, traceback })).toBe("```error\nKeyError: 'a'\n```\n");
  expect(await textOfOutputs({ ...error, traceback: ["line 1"] })).toBe("```error\nline 1\nKeyError: 'a'\n```\n");
  expect(await textOfOutputs({ ...error, traceback: [] })).toBe("```error\nKeyError: 'a'\n```\n");
  expect(await textOfOutputs({ output_type: "pyerr", etype: "E" })).toBe("```error\nE\n```\n");
});

test.for<readonly [string, Fields, string]>([
  ["Markdown before plain text", { "text/markdown": "**a**", "text/plain": "a" }, "```output markdown\n**a**\n```\n"],
  ["LaTeX before plain text", { "text/latex": "$a$", "text/plain": "a" }, "```output latex\n$a$\n```\n"],
  [
    "an HTML table before plain text",
    { "text/html": "<table><tr><td>1<td>2", "text/plain": "1 2" },
    "```output markdown\n|1|2|\n|---|---|\n```\n",
  ],
  ["plain text before other HTML", { "text/html": "<b>a</b>", "text/plain": "a" }, "```output\na\n```\n"],
  [
    "the words of HTML before an object's name",
    { "text/html": "<b>a</b>", "text/plain": "<x.HTML object>" },
    "```output markdown\n**a**\n```\n",
  ],
  ["the text of HTML without other types", { "text/html": ["<p>a", "</p>"] }, "```output markdown\na\n```\n"],
  [
    "an object's name where HTML says nothing",
    { "text/html": "<script>1</script>", "text/plain": "<x>" },
    "```output\n<x>\n```\n",
  ],
  [
    "JSON before an object's name",
    { "application/json": { a: [1] }, "text/plain": "<x>" },
    '```output json\n{"a": [1]}\n```\n',
  ],
  ["JSON that is a list", { "application/json": [1, null] }, "```output json\n[1, null]\n```\n"],
  ["JSON that is false", { "application/json": false }, "```output json\nfalse\n```\n"],
  ["JSON as text", { "application/json": '{"a":1}' }, '```output json\n{"a":1}\n```\n'],
  ["other text", { "text/csv": "a,b\n1,2" }, "```output csv\na,b\n1,2\n```\n"],
  ["a type with a parameter", { "Text/Plain; charset=utf-8": "a" }, "```output\na\n```\n"],
])("shows %s", async ([, data, expected]) => {
  expect(await textOfOutputs(display(data))).toBe(expected);
  expect(await textOfOutputs(result(1, data))).toBe(expected);
});

test.for<readonly [string, Fields, string]>([
  [
    "an unknown type",
    { "application/vnd.x+json": { a: 1 } },
    "(output application/vnd.x+json, 7 characters, not shown)\n",
  ],
  [
    "JavaScript",
    { "application/javascript": "alert(1)" },
    "(output application/javascript, 8 characters, not shown)\n",
  ],
  ["JavaScript under another name", { "text/javascript": "x" }, "(output text/javascript, 1 character, not shown)\n"],
  ["a PDF", { "application/pdf": "JVBE" }, "(output application/pdf, 4 characters, not shown)\n"],
  ["HTML without text", { "text/html": "<div></div>" }, "(output text/html, 11 characters, not shown)\n"],
  [
    "an image that is none",
    { "image/png": "bm9uZQ==" },
    "(output image/png that is no such image, 8 characters, not shown)\n",
  ],
  [
    "an image of a wrong type",
    { "image/png": { a: 1 } },
    "(output image/png that is no such image, 7 characters, not shown)\n",
  ],
  ["an image of an unknown type", { "image/bmp": "Qk0=" }, "(output image/bmp, 4 characters, not shown)\n"],
  [
    "a drawing without labels",
    { "image/svg+xml": "<svg><path d='M0 0'/></svg>" },
    "(output image/svg+xml, 27 characters, not shown)\n",
  ],
  ["a type with a newline", { "application/x\ny": "z" }, "(output application/x y, 1 character, not shown)\n"],
])("mentions %s", async ([, data, expected]) => {
  expect(await textOfOutputs(display(data))).toBe(expected);
});

test("yields the labels of a drawing, or only the image beside it", async () => {
  const svg =
    '<svg><style>text { fill: red }</style><g><title>a&#45;b</title><text x="1">start</text><text>end</text></g></svg>';
  expect(await textOfOutputs(display({ "image/svg+xml": svg }))).toBe("```output svg labels\na-b\n\nstart\nend\n```\n");
  expect(await textOfOutputs(display({ "image/svg+xml": svg, "image/png": png }))).toBe("");
});

test.for([
  ["<Figure size 640x480 with 1 Axes>", "<Figure size 640x480 with 1 Axes>", ""],
  ["<PIL.Image.Image mode=RGB at 0x7F00>", "<PIL.Image.Image mode=RGB>", ""],
  ["x**2", "x**2", ""],
  ["line 1\nline 2", undefined, "```output\nline 1\nline 2\n```\n"],
  ["y".repeat(201), undefined, `\`\`\`output\n${"y".repeat(201)}\n\`\`\`\n`],
] as const)("uses plain text %j beside an image as its alternative text or shows it", async ([plain, alt, text]) => {
  const events = await eventsOf(notebook4([code(null, "", [display({ "image/png": png, "text/plain": plain })])]));
  expect(imagesIn(events)).toMatchObject([{ mediaType: "image/png", widthPx: 4, heightPx: 5 }]);
  expect(imagesIn(events)[0]?.alt).toBe(alt);
  expect(textIn(events)).toBe(text);
});

test("yields one of several equal images, and rich text beside it", async () => {
  const data = { "image/png": png, "image/jpeg": png, "text/latex": "$x$", "text/plain": "x" };
  const events = await eventsOf(notebook4([code(null, "", [display(data)])]));
  expect(events.map(({ type }) => type)).toEqual(["extent", "text", "image"]);
  expect(textIn(events)).toBe("```output latex\n$x$\n```\n");
});

test("detects the type of an image by its bytes", async () => {
  const events = await eventsOf(notebook4([code(null, "", [display({ "image/jpeg": png })])]));
  expect(imagesIn(events)).toMatchObject([{ mediaType: "image/png" }]);
});

test("yields images embedded in an HTML table", async () => {
  const uri = `data:image/png;base64,${png.replaceAll("\n", "")}`;
  const html = `<table><tr><td>a<td><img src="${uri}" alt="dot"></table>`;
  const events = await eventsOf(notebook4([code(null, "", [display({ "text/html": html })])]));
  expect(textIn(events)).toBe("```output markdown\n|a|![dot](embedded:image/png)|\n|---|---|\n```\n");
  expect(imagesIn(events)).toMatchObject([{ alt: "dot", widthPx: 4 }]);
});

test("names widgets by their model", async () => {
  const view = (id: unknown): Fields => display({ "application/vnd.jupyter.widget-view+json": { model_id: id } });
  const state = { a1: { model_name: "FloatProgressModel" }, b2: { model_name: 5 }, c3: null };
  const widgets = { "application/vnd.jupyter.widget-state+json": { state } };
  const cell = code(null, "", [view("a1"), view("b2"), view("c3"), view("none"), view({}), view("__proto__")]);
  const text = textIn(await eventsOf(notebook4([cell], { widgets })));
  const unknown = "(widget of an unknown model, not shown)\n";
  expect(text).toBe(`(widget FloatProgressModel, not shown)\n(widget 5, not shown)\n${unknown.repeat(4)}`);
});

test("does not convert HTML that is larger than its limit", async () => {
  const html = `<p>${"x".repeat(8_000_000)}</p>`;
  expect(await textOfOutputs(display({ "text/html": html, "text/plain": "<x>" }))).toBe("```output\n<x>\n```\n");
});

test.for<readonly [string, unknown, string]>([
  ["null", null, '(output of the unknown type "", not shown)\n'],
  ["a number", 5, '(output of the unknown type "", not shown)\n'],
  ["an empty object", {}, '(output of the unknown type "", not shown)\n'],
  ["an unknown type", { output_type: "video" }, '(output of the unknown type "video", not shown)\n'],
  ["a type that is a list", { output_type: ["stream"] }, '(output of the unknown type "", not shown)\n'],
  ["a display without data", { output_type: "display_data", data: null }, "(empty)\n"],
  ["a stream without text", { output_type: "stream", name: "stdout" }, "(empty)\n"],
  ["a stream whose text is a number", { output_type: "stream", text: 3 }, "```stdout\n3\n```\n"],
  ["an error without text", { output_type: "error" }, "(empty)\n"],
  [
    "an error whose traceback is an object",
    { output_type: "error", ename: "E", traceback: {} },
    "```error\n{}\nE\n```\n",
  ],
])("accepts %s among the outputs", async ([, output, expected]) => {
  expect(await textOfOutputs(output)).toBe(expected);
});

test.for([{}, "x", 5, true])("mentions outputs that are %j instead of a list", async (outputs) => {
  const events = await eventsOf(notebook4([{ cell_type: "code", source: "", outputs }]));
  expect(textIn(events)).toBe("(outputs that are not a list, not shown)\n");
});
