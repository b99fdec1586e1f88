import { base64, code, display, file, lines, markdown, notebook4, result, stream, type Fields } from "./builders.ts";
import { makeChart, makePng } from "./png.ts";

const chart = base64(makeChart());
const dot = base64(makePng(6, 6, (x, y) => ((x + y) % 2 === 0 ? [200, 30, 30] : [255, 255, 255])));

/** HTML of a pandas data frame. */
const frame = `<div>
<style scoped>
    .dataframe tbody tr th:only-of-type {
        vertical-align: middle;
    }
</style>
<table border="1" class="dataframe">
  <thead>
    <tr style="text-align: right;">
      <th></th>
      <th>city</th>
      <th>population</th>
      <th>a|b</th>
    </tr>
  </thead>
  <tbody>
    <tr>
      <th>0</th>
      <td>Zürich</td>
      <td>447082</td>
      <td>NaN</td>
    </tr>
    <tr>
      <th>1</th>
      <td>São Paulo</td>
      <td>11451245</td>
      <td>0.5</td>
    </tr>
  </tbody>
</table>
<p>2 rows × 3 columns</p>
</div>`;

/** HTML of a grouped pandas data frame, with column and row spans. */
const grouped = `<table border="1" class="dataframe">
  <thead>
    <tr><th></th><th></th><th colspan="2" halign="left">price</th></tr>
    <tr><th></th><th></th><th>min</th><th>max</th></tr>
    <tr><th>kind</th><th>size</th><th></th><th></th></tr>
  </thead>
  <tbody>
    <tr><th rowspan="2" valign="top">apple</th><th>L</th><td>1.0</td><td>2.0</td></tr>
    <tr><th>S</th><td>0.5</td><td>0.9</td></tr>
    <tr><th>pear</th><th>L</th><td>1.5</td><td>2.5</td></tr>
  </tbody>
</table>`;

/** The traceback of IPython for an exception, with colours. */
const traceback = [
  "\u001b[0;31m---------------------------------------------------------------------------\u001b[0m",
  "\u001b[0;31mZeroDivisionError\u001b[0m                         Traceback (most recent call last)",
  "Cell \u001b[0;32mIn[6], line 2\u001b[0m\n\u001b[1;32m      1\u001b[0m total \u001b[38;5;241m=\u001b[39m \u001b[38;5;241m0\u001b[39m\n\u001b[0;32m----> 2\u001b[0m \u001b[38;5;241;43m1\u001b[39;49m\u001b[43m \u001b[49m\u001b[38;5;241;43m/\u001b[39;49m\u001b[43m \u001b[49m\u001b[43mtotal\u001b[49m",
  "\u001b[0;31mZeroDivisionError\u001b[0m: division by zero",
];

const progress = "  0%|          | 0/3\r 33%|███▎      | 1/3\r100%|██████████| 3/3\n";

const analysis: Fields = notebook4(
  [
    markdown(
      "# Cities\n\nA short *analysis* with a [link](https://example.org) and $e^{i\\pi}$.\n\n![dot](attachment:dot.png)",
      { attachments: { "dot.png": { "image/png": dot } } },
    ),
    code(1, "import pandas as pd\nfrom tqdm.auto import tqdm"),
    code(2, "for city in tqdm(cities):\n    print(city)", [
      stream("stderr", progress),
      stream("stdout", "Zürich\n"),
      stream("stdout", "São Paulo\n"),
      stream("stderr", "\u001b[33mwarning:\u001b[0m one city is missing\n"),
    ]),
    code(3, "df", [
      result(3, {
        "text/html": lines(frame),
        "text/plain": lines(
          "        city  population  a|b\n0     Zürich      447082  NaN\n1  São Paulo    11451245  0.5",
        ),
      }),
    ]),
    code(4, "df.plot()", [
      result(4, { "text/plain": ["<Axes: >"] }),
      display({ "image/png": chart, "text/plain": ["<Figure size 640x480 with 1 Axes>"] }),
    ]),
    code(5, "fruit.groupby(['kind', 'size']).agg(['min', 'max'])", [
      result(5, { "text/html": lines(grouped), "text/plain": ["<a frame>"] }),
    ]),
    code(6, "total = 0\n1 / total", [
      { output_type: "error", ename: "ZeroDivisionError", evalue: "division by zero", traceback },
    ]),
    { cell_type: "raw", metadata: { raw_mimetype: "text/latex" }, source: ["\\newpage"] },
    code(null, ""),
  ],
  { title: "Cities", authors: [{ name: "Ada Example" }, { name: "Ben Beispiel" }] },
);

const widgets: Fields = notebook4(
  [
    code(1, "from ipywidgets import IntSlider\nIntSlider(value=3, description='n')", [
      display({
        "application/vnd.jupyter.widget-view+json": { model_id: "7f3a", version_major: 2, version_minor: 0 },
        "text/plain": ["IntSlider(value=3, description='n')"],
      }),
    ]),
    code(2, "HBox()", [
      display({ "application/vnd.jupyter.widget-view+json": { model_id: "gone", version_major: 2, version_minor: 0 } }),
    ]),
    code(3, "fig.show()", [
      display({
        "application/vnd.plotly.v1+json": { data: [{ type: "scatter", x: [1, 2], y: [3, 4] }], layout: {} },
        "text/html": ["<div><script>Plotly.newPlot('x', [1, 2, 3]);</script></div>"],
      }),
    ]),
    code(4, "JSON({'a': [1, 2]})", [
      result(4, {
        "application/json": { a: [1, 2], b: { c: null } },
        "text/plain": ["<IPython.core.display.JSON object>"],
      }),
    ]),
    code(5, "Math(r'\\frac{a}{b}')", [
      result(5, {
        "text/latex": ["$\\displaystyle \\frac{a}{b}$"],
        "text/plain": ["<IPython.core.display.Math object>"],
      }),
    ]),
    code(6, "Markdown('**bold** ```fence```')", [
      result(6, {
        "text/markdown": ["**bold** ```fence```"],
        "text/plain": ["<IPython.core.display.Markdown object>"],
      }),
    ]),
    code(7, "graph", [
      result(7, {
        "image/svg+xml": [
          '<svg xmlns="http://www.w3.org/2000/svg"><title>G</title><g><text x="1">start</text><text x="2">end</text></g></svg>',
        ],
        "text/plain": ["<graphviz.graphs.Digraph at 0x7f0000000000>"],
      }),
    ]),
    code(8, "display(Javascript('alert(1)'))", [display({ "application/javascript": ["alert(1)"] })]),
    code(9, "pdf", [display({ "application/pdf": "JVBERi0xLjQK", "text/plain": ["<a PDF>"] })]),
    code(10, "broken", [display({ "image/png": "this is no image" })]),
  ],
  {
    widgets: {
      "application/vnd.jupyter.widget-state+json": {
        state: {
          "7f3a": { model_module: "@jupyter-widgets/controls", model_name: "IntSliderModel", state: { value: 3 } },
        },
        version_major: 2,
        version_minor: 0,
      },
    },
  },
);

const version3: Fields = {
  metadata: { name: "An old notebook" },
  nbformat: 3,
  nbformat_minor: 0,
  worksheets: [
    {
      cells: [
        { cell_type: "heading", level: 2, metadata: {}, source: ["Old times"] },
        { cell_type: "markdown", metadata: {}, source: ["Sheet one."] },
        {
          cell_type: "code",
          collapsed: false,
          input: ["print 'hello'\n", "plot()"],
          language: "python",
          metadata: {},
          outputs: [
            { output_type: "stream", stream: "stdout", text: ["hello\n"] },
            { output_type: "stream", stream: "stderr", text: ["deprecated\n"] },
            { output_type: "pyout", prompt_number: 1, text: ["42"], html: ["<b>42</b>"], metadata: {} },
            { output_type: "display_data", png: chart, text: ["<matplotlib.figure.Figure at 0x10>"], metadata: {} },
            { output_type: "pyerr", ename: "NameError", evalue: "name 'x' is not defined", traceback: [] },
          ],
          prompt_number: 1,
        },
      ],
      metadata: {},
    },
    { cells: [{ cell_type: "raw", metadata: {}, source: "Sheet two." }], metadata: {} },
  ],
};

const version2: Fields = {
  metadata: { name: "Older" },
  nbformat: 2,
  worksheets: [
    {
      cells: [
        { cell_type: "html", source: "<h1>Title</h1>\n<p>A <i>web</i> cell.</p>" },
        {
          cell_type: "code",
          input: "1/0",
          language: "python",
          outputs: [
            { output_type: "pyerr", etype: "ZeroDivisionError", evalue: "integer division", traceback: ["line 1"] },
          ],
          prompt_number: 7,
        },
      ],
    },
  ],
};

const version1: Fields = {
  cells: [
    { cell_type: "text", text: "The oldest kind." },
    { cell_type: "code", code: "print 1", prompt_number: 1 },
  ],
};

/** Every value has a wrong type. */
const wrongTypes: Fields = {
  cells: [
    null,
    5,
    [],
    {},
    { cell_type: 7, source: 5 },
    { cell_type: "code", source: { toString: "no" }, outputs: {} },
    {
      cell_type: "code",
      source: ["a = 1\n", null, 2],
      outputs: [null, 1, "x", {}, { output_type: [] }, { output_type: "stream", text: 3 }],
    },
    { cell_type: "markdown", source: null, attachments: { "x.png": 4, "y.png": { "image/png": 9 } } },
    {
      cell_type: "code",
      execution_count: { a: 1 },
      source: "x",
      outputs: [{ output_type: "display_data", data: { "text/plain": { a: 1 }, "text/html": 4, "image/png": [] } }],
    },
    {
      cell_type: "code",
      source: "y",
      outputs: [{ output_type: "error", ename: 1, evalue: null, traceback: "a string" }],
    },
    {
      cell_type: "code",
      metadata: null,
      source: "constructor",
      outputs: [{ output_type: "error", traceback: {} }],
      language: {},
    },
    { cell_type: "heading", level: "three", source: "Heading" },
  ],
  metadata: [],
  nbformat: "4",
  nbformat_minor: {},
};

const dataUri = `data:image/png;base64,${dot.replaceAll("\n", "")}`;
const secretKey = Array.from({ length: 300 }, (_, index) => "aB3xYz/Q+7"[(index * 7 + (index >> 2)) % 10]).join("");

const dataUris: Fields = notebook4([
  markdown(`Inline: ![red dot](${dataUri}) and <img src="${dataUri}">.`),
  code(1, `blob = "${secretKey}"`, [
    stream("stdout", `${secretKey}\n${"-".repeat(300)}\n${"ACGT".repeat(80)}\n`),
    result(1, {
      "text/html": [`<table><tr><th>icon</th></tr><tr><td><img alt="dot" src="${dataUri}"></td></tr></table>`],
    }),
  ]),
]);

const nonFinite = file(
  notebook4([code(1, "x", [result(1, { "application/json": { mean: "@1", top: "@2", low: "@3" } })])]),
)
  .replace('"@1"', "NaN")
  .replace('"@2"', "Infinity")
  .replace('"@3"', "-Infinity");

const simple = file(notebook4([markdown("# One"), code(1, "two()"), code(2, "three()"), markdown("four")]));

/** The content of each fixture, by its path under `fixtures/notebook`. The name says what is unusual. */
export const fixtureFiles: Readonly<Record<string, string>> = {
  "analysis/input.ipynb": file(analysis),
  "widgets-and-rich-output/input.ipynb": file(widgets),
  "nbformat-3/input.ipynb": file(version3),
  "nbformat-2/input.ipynb": file(version2),
  "nbformat-1/input.ipynb": file(version1),
  "nbformat-5-unknown/input.ipynb": file({ cells: [], metadata: {}, nbformat: 5, nbformat_minor: 0 }),
  "no-cells/input.ipynb": file(notebook4([])),
  "wrong-types/input.ipynb": file(wrongTypes),
  "cells-null/input.ipynb": file({ cells: null, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  "data-uris/input.ipynb": file(dataUris),
  "python-non-finite-numbers/input.ipynb": nonFinite,
  "byte-order-mark/input.ipynb": `\uFEFF${simple}`,
  "pages-2-3/input.ipynb": simple,
  "pages-2-3/request.json": file({ pages: "2-3" }),
  "pages-last-two/input.ipynb": simple,
  "pages-last-two/request.json": file({ pages: "-2" }),
  "pages-beyond-the-end/input.ipynb": simple,
  "pages-beyond-the-end/request.json": file({ pages: "9-" }),
  "select-by-identifier/input.ipynb": simple,
  "select-by-identifier/request.json": file({ select: "cell-3" }),
  "broken-missing-comma/input.ipynb": simple.replace('"markdown",', '"markdown"'),
  "broken-cut-off/input.ipynb": simple.slice(0, 200),
  "broken-merge-conflict/input.ipynb": simple.replace(
    '   "source": [\n    "two()"\n   ],',
    '<<<<<<< HEAD\n   "source": [\n    "two()"\n   ],\n=======\n   "source": [],\n>>>>>>> other',
  ),
};
