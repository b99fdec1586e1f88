import type { Json } from "@reader/core/handler";

/** A column of a table. */
export interface DataColumn {
  readonly name: string;
  /** The type in the words of the format, with `not null` and `primary key`. */
  readonly type: string;
}

/** Rows from `first` to `last`, from 1, both included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** A table or a view. */
export interface DataTable {
  readonly name: string;
  readonly kind: "table" | "view";
  readonly columns: readonly DataColumn[];
  /** The number of rows; absent for a view, whose rows are computed. */
  readonly rowCount?: number;
  /** The statement that defines a view. */
  readonly definition?: string;
  /** Why the table cannot be read, in words. */
  readonly fault?: string;
  /** Yields rows in batches; `columns` are indexes in the requested order. */
  readonly rows: (range: RowRange, columns: readonly number[]) => AsyncIterable<readonly (readonly unknown[])[]>;
  /** The same for a table that is shown among others: gives up sooner. Absent if `rows` never takes long. */
  readonly firstRows?: DataTable["rows"];
}

/** An opened file of tables. */
export interface Dataset {
  /** The name of the format. */
  readonly format: string;
  /** True if the file may have several tables, so that a selection names one. */
  readonly isDatabase: boolean;
  readonly tables: readonly DataTable[];
  /** Facts of the whole file, for `info`. */
  readonly facts: Readonly<Record<string, Json>>;
  /** Remarks about the whole file. */
  readonly remarks: readonly string[];
  close(): void;
}

/** Returns all indexes of a table's columns. */
export function allColumns({ columns }: DataTable): readonly number[] {
  return columns.map((_, at) => at);
}
