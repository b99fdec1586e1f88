import { describe, expect, test } from "vitest";
import { text, type HandlerEvent } from "../../src/contract/events.ts";
import { csvRecord } from "../../src/documents/csv-record.ts";
import { csvTables } from "../../src/documents/csv-tables.ts";

/** Returns the text of the events after their tables were written as CSV. */
async function csvOf(...events: readonly HandlerEvent[]): Promise<string> {
  return (await eventsOf(events)).map((event) => (event.type === "text" ? event.text : `<${event.type}>\n`)).join("");
}

async function eventsOf(events: readonly HandlerEvent[]): Promise<readonly HandlerEvent[]> {
  const made: HandlerEvent[] = [];
  for await (const event of csvTables(from(events))) made.push(event);
  return made;
}

async function* from(events: readonly HandlerEvent[]): AsyncGenerator<HandlerEvent> {
  yield* events;
}

test.for([
  [["a", "b"], "a,b"],
  [["a,b", 'say "x"', " c", "d\ne", ""], '"a,b","say ""x"""," c","d\ne",'],
  [[""], '""'],
] as const)("%j is the record %s", ([fields, record]) => {
  expect(csvRecord(fields)).toBe(record);
});

describe("tables in text", () => {
  test("become records with as many fields as columns, apart from the text around them", async () => {
    const markdown = "Prices:\n|Name|Price|\n|---|---:|\n|Tea, green|1|\n|Milk|\nAfter.\n";
    expect(await csvOf(text(markdown))).toBe('Prices:\n\nName,Price\n"Tea, green",1\nMilk,\n\nAfter.\n');
  });

  test("have no header if it is empty, and keep stars, which may be part of the value", async () => {
    expect(await csvOf(text("|||\n|-|-|\n|**A**|a **b**|\n|*x*|***|\n"))).toBe("**A**,a **b**\n*x*,***\n");
  });

  test("have the lines of a cell, and its bars", async () => {
    const made = await csvOf(text("| x | y |\n| :-: | --- |\n| one<br>two \\| three | C:\\ |\n"));
    expect(made).toBe('x,y\n"one\ntwo | three",C:\\\n');
  });

  test("go on over events, in the middle of a line, and over the start of a page", async () => {
    const page = (index: number) => ({ unit: "page", index }) as const;
    const events = [
      text("|a|b|\n|--", page(1)),
      text("-|---|\n|1|", page(1)),
      text("2|\n", page(1)),
      text("|3|4|\n|5|6|\n\n", page(2)),
      text("|c|d|\n|---|---|\n|7|8|", page(3)),
    ];
    expect(await csvOf(...events)).toBe("a,b\n1,2\n3,4\n5,6\n\nc,d\n7,8\n");
    const made = await eventsOf(events);
    expect(made.map((event) => ("at" in event ? event.at?.index : 0))).toEqual([1, 1, 1, 2, 3, 3]);
  });

  test("end before an event that is not text, and a new table has its own columns", async () => {
    const notice = { type: "notice", code: "empty-file" } as const;
    expect(await csvOf(text("|a|\n|-|\n|1|\n"), notice, text("|b|c|\n|---|---|\n|2|\n"))).toBe(
      "a\n1\n<notice>\n\nb,c\n2,\n",
    );
  });

  test("are none in code, without a line below the header, or in lines of an image", async () => {
    const code = "```md\n|a|b|\n|---|---|\n```\n|x|\nplain\n";
    expect(await csvOf(text(code))).toBe(code);
    expect(await csvOf(text("```output markdown\n|a|\n|-|\n|1|\n```\n"))).toBe("```output markdown\n\na\n1\n\n```\n");
    const image = { ...text("|a|\n|-|\n"), boxes: { unit: "px", lines: [] } } as const;
    expect(await eventsOf([image])).toEqual([image]);
  });

  test("keep a row of dashes after the start of a page or a notice", async () => {
    const page = (index: number) => ({ unit: "page", index }) as const;
    const table = text("|a|b|\n|---|---|\n|1|2|\n", page(1));
    const rest = "|Tea|5|\n| - | - |\n|Cup|7|\n";
    const made = "a,b\n1,2\nTea,5\n-,-\nCup,7\n";
    expect(await csvOf(table, text(rest, page(2)))).toBe(made);
    const notice = { type: "notice", code: "empty-file" } as const;
    expect((await csvOf(table, notice, text(rest, page(1)))).replace("<notice>\n", "")).toBe(made);
    expect(await csvOf(table, text("|3|\n|---|---|\n|4|5|\n", page(2)))).toBe("a,b\n1,2\n3,\n---,---\n4,5\n");
  });

  test("are found after inline code between three backticks, and after code that ends with its place", async () => {
    const table = "|a|\n|-|\n|1|\n";
    expect(await csvOf(text(`\`\`\`inline\`\`\` code\n\n${table}`))).toBe("```inline``` code\n\na\n1\n");
    const cell = (index: number) => ({ unit: "cell", index }) as const;
    expect(await csvOf(text("```\ncode\n", cell(1)), text(table, cell(2)))).toBe("```\ncode\n\na\n1\n");
    const code = `\`\`\`\n\`\`\`js\n${table}\`\`\`\n`;
    expect(await csvOf(text(code))).toBe(code);
  });

  test("in block quotes have the marks of the quote before each line", async () => {
    const quoted = "Said:\n\n> Prices:\n> |a|b|\n> |---|---|\n> |1, 2|x<br>y|\n>\n> End.\n";
    expect(await csvOf(text(quoted))).toBe('Said:\n\n> Prices:\n>\n> a,b\n> "1, 2","x\n> y"\n>\n> End.\n');
    expect(await csvOf(text("> > |a|\n> > |---|\n> > |1|\n> |b|\n> |---|\n> |2|\nAfter.\n"))).toBe(
      "> > a\n> > 1\n>\n> b\n> 2\n\nAfter.\n",
    );
  });

  test("in block quotes go on over events and the start of a page", async () => {
    const page = (index: number) => ({ unit: "page", index }) as const;
    const made = await csvOf(
      text("> |a|\n>", page(1)),
      text(" |---|\n> |1", page(1)),
      text("|\n", page(1)),
      text("> |2|\n", page(2)),
    );
    expect(made).toBe("> a\n> 1\n> 2\n");
  });

  test("are none in the code of a block quote, nor quotes in code", async () => {
    const code = "> ```\n> |a|\n> |---|\n> ```\n\n```\n> |a|\n> |---|\n```\n";
    expect(await csvOf(text(code))).toBe(code);
    expect(await csvOf(text("> ```\n> code\n|a|\n|---|\n|1|\n"))).toBe("> ```\n> code\n\na\n1\n");
    const lines = "> a | b\n>> print\n>|x|\n>text\n";
    expect(await csvOf(text(lines))).toBe(lines);
  });

  test("of long cells of white space take time in proportion to their length", async () => {
    const spaces = " ".repeat(1_000_000);
    expect(await csvOf(text(`|a|\n|-|\n|x${spaces}y<br> z|\n`))).toBe(`a\n"x${spaces}y\nz"\n`);
  });

  test("do not fill up each short row to the width of a very wide header", async () => {
    const made = await csvOf(text(`${"|a".repeat(100_000)}|\n${"|-".repeat(100_000)}|\n|1|\n`));
    expect(made.split("\n")[1]).toBe(`1${",".repeat(999)}`);
  });

  test("hold no text that cannot be one, and no line that is too long", async () => {
    const made = await eventsOf([text("Name: "), text("|a|"), text("\n|b|\n|-"), text("|\n|1|\n")]);
    expect(made.map((event) => (event.type === "text" ? event.text : ""))).toEqual(["Name: ", "|a|", "\n", "\nb\n1\n"]);
    const long = `|${"x".repeat(1024 * 1024)}`;
    const passed = await eventsOf([text("|a|\n|-|\n"), text(long), text("|\n")]);
    expect(passed.map((event) => (event.type === "text" ? event.text.length : 0))).toEqual([2, long.length + 1, 2]);
  });

  test("and text keep a line end that two events share", async () => {
    expect(await csvOf(text("x\r"), text("\ny\r"), text("z\r"))).toBe("x\ny\nz\n");
    const table = [text("| a |\r"), text("\n| - |\r"), text(""), text("\n| 1 |")];
    expect(await csvOf(...table)).toBe("a\n1\n");
  });

  test("before an error are kept", async () => {
    async function* failing(): AsyncGenerator<HandlerEvent> {
      yield text("|a|\n|-|\n|1|\n|2|");
      throw new Error("damaged");
    }
    let made = "";
    const reading = (async () => {
      for await (const event of csvTables(failing())) made += event.type === "text" ? event.text : "";
    })();
    await expect(reading).rejects.toThrow("damaged");
    expect(made).toBe("a\n1\n2\n");
  });
});
