import type { NumberedLevel } from "@reader/document/builder";
import type { WordAction } from "./character-words.ts";
import { collect, setState, sink } from "./collect.ts";
import type { RtfReader } from "./rtf-reader.ts";

/** Lists that a document may declare. */
const maxLists = 20_000;

/** What is known of the lists that are being declared. */
interface ListTable {
  levels: NumberedLevel[];
  format: number;
  start: number;
  template: string;
  override: number;
}

const tables = new WeakMap<RtfReader, ListTable>();

function tableOf(reader: RtfReader): ListTable {
  const known = tables.get(reader) ?? { levels: [], format: 0, start: 1, template: "", override: 0 };
  tables.set(reader, known);
  return known;
}

/** The first character says how many there are; those below U+0009 are numbers of levels. */
function templateOf(text: string): string {
  return text.replace(/;$/, "").slice(1);
}

/** Words of the tables of lists. */
export const listWords: Readonly<Record<string, WordAction>> = {
  listtable: sink,
  listoverridetable: sink,
  list: (reader) => void (tableOf(reader).levels = []),
  listoverride(reader) {
    const table = tableOf(reader);
    table.levels = [];
    const close = (): void => {
      const { list } = reader.state.paragraph;
      if (reader.overrides.size < maxLists) reader.overrides.set(list, table.override);
    };
    setState(reader, { onClose: close });
  },
  listlevel(reader) {
    const table = tableOf(reader);
    Object.assign(table, { format: 0, start: 1, template: "" });
    const close = (): void => {
      const { format, start, template, levels } = table;
      if (levels.length < 9) levels.push({ format, start, template });
    };
    setState(reader, { onClose: close });
  },
  levelnfc: (reader, format = 0) => void (tableOf(reader).format = format),
  levelnfcn: (reader, format = 0) => void (tableOf(reader).format = format),
  levelstartat: (reader, start = 1) => void (tableOf(reader).start = start),
  leveltext: (reader) => collect(reader, (text) => void (tableOf(reader).template = templateOf(text))),
  levelnumbers: sink,
  listname: sink,
  listid(reader, identifier = 0) {
    const table = tableOf(reader);
    if (table.levels.length > 0 && reader.lists.size < maxLists) reader.lists.set(identifier, table.levels);
    table.override = identifier;
  },
};
