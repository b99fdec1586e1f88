import { linkOfField, drawnByField } from "@reader/document/builder";
import type { WordAction } from "./character-words.ts";
import { collect, setState } from "./collect.ts";
import type { FieldState } from "./group-state.ts";
import { runFormat } from "./rtf-text.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { showText } from "./write-body.ts";

function startField(reader: RtfReader): void {
  const field: FieldState = { instruction: "", hasResult: false, formType: 0, formResult: undefined, formList: [] };
  const { state } = reader;
  setState(reader, {
    field,
    onClose: () => {
      const shown = shownOf(field);
      if (shown !== "" && state.destination.kind === "body") reader.paragraphs.write(shown, runFormat(reader));
    },
  });
}

/** What a field shows whose result is not written in the document. */
function shownOf({ instruction, hasResult, formType, formResult, formList }: FieldState): string {
  if (formType === checkBox) return formResult === 1 ? "☒" : "☐";
  if (formType === list) return formList[formResult ?? 0] ?? "";
  return hasResult ? "" : drawnByField(instruction);
}

const checkBox = 1;
const list = 2;

/** Words of fields, which stand for what a program works out. */
export const fieldWords: Readonly<Record<string, WordAction>> = {
  field: startField,
  fldinst(reader) {
    const { field } = reader.state;
    collect(reader, (text) => void (field !== undefined && (field.instruction += text)));
  },
  fldrslt(reader) {
    const { field, destination, link } = reader.state;
    if (destination.kind !== "body" || field === undefined) return;
    field.hasResult = true;
    showText(reader);
    setState(reader, { link: linkOfField(field.instruction) ?? link, field: undefined });
  },
  ffl(reader) {
    const { field } = reader.state;
    collect(reader, (text) => void (field !== undefined && field.formList.length < 1000 && field.formList.push(text)));
  },
};

/** Words inside fields. */
export const formWords: Readonly<Record<string, WordAction>> = {
  fftype: (reader, type = 0) => changeField(reader, (field) => void (field.formType = type)),
  ffdefres: (reader, result) => changeField(reader, (field) => void (field.formResult ??= result)),
  // 25 says that the result is that of the beginning.
  ffres: (reader, result) => changeField(reader, (field) => void (result !== 25 && (field.formResult = result))),
};

function changeField({ state }: RtfReader, change: (field: FieldState) => void): void {
  if (state.field !== undefined) change(state.field);
}
