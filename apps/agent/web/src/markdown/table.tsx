import { createContext, use, type ReactNode } from "react";
import type { AimedCell } from "../aim.ts";
import { Inline } from "./inline.tsx";

/** The cell that is looked for in the tables of a sheet. */
export const AimedCellContext = createContext<AimedCell | undefined>(undefined);

/** A table; a first column without a name has the numbers of the rows, as in a workbook. */
export function Table({ rows }: { readonly rows: readonly (readonly string[])[] }): ReactNode {
  const [header = [], ...body] = rows;
  const isNumbered = header[0] === "" && body.every(([first = ""]) => /^\d/.test(first));
  const width = Math.max(...rows.map(({ length }) => length));
  const aim = use(AimedCellContext);
  const isAim = (cells: readonly string[], column: number): boolean =>
    isNumbered && cells[0] === aim?.row && header[column] === aim?.column;
  return (
    <div className="table-frame">
      <table data-numbered={isNumbered}>
        <thead hidden={header.every((cell) => cell === "")}>
          <tr>
            {header.map((cell, column) => (
              <th key={`${String(column)} ${cell}`} scope="col">
                <Inline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={`${String(row)} ${cells[0] ?? ""}`}>
              {Array.from({ length: width }, (_, column) => (
                <Cell
                  key={column}
                  text={cells[column] ?? ""}
                  isNumber={isNumbered && column === 0}
                  isAim={isAim(cells, column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly text: string;
  /** Whether it has the number of its row. */
  readonly isNumber: boolean;
  readonly isAim: boolean;
}

function Cell({ text, isNumber, isAim }: CellProps): ReactNode {
  if (isNumber) return <th scope="row">{text}</th>;
  // Figures stand under figures.
  const isFigure = /^[-+−]?[\d.,\s\u202f\u00a0]+\s?[%€$£]?$/.test(text);
  return (
    <td className={isFigure ? "figure" : undefined} data-aim={isAim} dir="auto">
      <Inline text={text} />
    </td>
  );
}
