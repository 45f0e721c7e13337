// A matrix as a real table: caption, headers, one Tab stop, arrow keys from cell to cell, marks. What stands in a cell
// is its caller's: numbers.tsx, fields.tsx and paint.tsx.
import type { TargetedFocusEvent, TargetedKeyboardEvent, TargetedMouseEvent, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { kept } from "./kept.js";

export interface Cell { row: number; column: number }

/** What is marked in a table. */
export interface Marks {
  /** The row of the asking word. */
  asks?: number | undefined;
  /** The column, or the row, of the word that is looked at. */
  offers?: number | undefined;
  /** The opened cell. */
  pinned?: Cell | undefined;
  /** Cells that the opened one was made from. */
  operands?: readonly Cell[] | undefined;
}

export interface GridFrame {
  /** Which table this is: data-stage of its cells. */
  stage: string;
  caption: string;
  /** One word a row; absent: no row headers to be seen. */
  rowNames: readonly string[];
  columnNames: readonly string[];
  /** Which way the rows and the columns play; stands in the corner. */
  corner?: { asks: string; offers: string };
  /** Leaves the headers to those who cannot see that the rows line up with other tables. */
  hideRowNames?: boolean;
  hideColumnNames?: boolean;
  marks?: Marks;
  class?: string;
  /** Whether `offers` marks a row (K, V) instead of a column (scores). */
  offersRows?: boolean;
  /** The table lies on its side: its rows are the columns of its stage. Cells are still counted as they are drawn. */
  turned?: boolean;
  /** A cell under the pointer or in focus; nothing when it is left. */
  onPreview?(cell: Cell | undefined): void;
  onChooseRow?(row: number): void;
  /** A cell's button was pressed. */
  onPress?(cell: Cell): void;
}

/** What the element in a cell must carry: its address, and whether Tab stops at it. */
export interface CellProps { "data-stage": string; "data-index": string; tabIndex: number }

/** What a cell shows, with the class of its <td>. */
export interface Face { class: string }

interface GridProps<Own extends Face> extends GridFrame {
  /** Indices of one axis: rowMax and rowSum. */
  single?: boolean;
  /** Cell by cell. What holds the same as before is not drawn again. */
  faces: readonly (readonly Own[])[];
  /** Always the same function: all that it draws follows from what it is given. */
  cell(face: Own, props: CellProps, at: Cell): VNode;
}

export function Grid<Own extends Face>(props: GridProps<Own>) {
  const { stage, rowNames, columnNames, marks = {}, turned = false } = props;
  const offersRows = (props.offersRows ?? false) !== turned;
  const marked = (at: number, rows: boolean) => ({ asks: rows !== turned && marks.asks === at, offers: rows === offersRows && marks.offers === at });
  const headClass = ({ asks, offers }: { asks: boolean; offers: boolean }) => (asks ? "asks" : offers ? "offers" : "");
  const body = useRef<HTMLTableSectionElement>(null);
  const [stop, setStop] = useState<Cell>({ row: 0, column: 0 });
  const lastRow = rowNames.length - 1, lastColumn = columnNames.length - 1;
  const row = Math.min(stop.row, lastRow), column = Math.min(stop.column, lastColumn);

  const onFocus = (event: TargetedFocusEvent<HTMLTableSectionElement>) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    setStop(cell);
    props.onPreview?.(cell);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableSectionElement>) => {
    const cell = cellOf(event.target);
    const step = cell && stepOf(event);
    if (!cell || !step) return;
    const to = { row: clamp(cell.row + step.row, lastRow), column: clamp(cell.column + step.column, lastColumn) };
    event.preventDefault();
    body.current?.rows[to.row]?.querySelectorAll<HTMLElement>("td > [data-index]")[to.column]?.focus();
  };

  const onClick = (event: TargetedMouseEvent<HTMLTableSectionElement>) => {
    const part = event.target instanceof Element ? event.target.closest("th, td > button") : null;
    const cell = part && cellOf(part);
    if (cell) props.onPress?.(cell);
    else if (part?.matches("th")) props.onChooseRow?.((part.parentElement as HTMLTableRowElement).sectionRowIndex);
  };

  return (
    <table class={`mx ${props.class ?? ""}`} data-turned={turned || undefined} onPointerLeave={() => props.onPreview?.(undefined)}>
      <caption class="vh">{props.caption}</caption>
      <Head hidden={props.hideColumnNames ?? false} corner={props.corner} names={columnNames} classes={columnNames.map((_, j) => headClass(marked(j, false)))} />
      <tbody ref={body} onFocusIn={onFocus} onFocusOut={() => props.onPreview?.(undefined)} onKeyDown={onKeyDown} onClick={onClick}
        onPointerOver={(event) => props.onPreview?.(cellOf(event.target))}>
        {rowNames.map((name, i) => (
          <Row key={i} row={i} name={name} hideName={props.hideRowNames ?? false} faces={props.faces[i]!} stage={stage} single={props.single ?? false} turned={turned}
            {...marked(i, true)} stop={i === row ? column : undefined}
            pinned={marks.pinned?.row === i ? marks.pinned.column : undefined}
            operands={marks.operands?.filter((cell) => cell.row === i).map((cell) => cell.column).join() ?? ""} cell={props.cell} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps { hidden: boolean; corner: GridFrame["corner"]; names: readonly string[]; classes: readonly string[] }

const Head = kept(({ hidden, corner, names, classes }: HeadProps) => (
  <thead class={hidden ? "vh" : ""}>
    <tr>
      <td class="corner">{corner && <><span class="k">{corner.offers}</span><span class="q">{corner.asks}</span></>}</td>
      {names.map((name, j) => <th key={j} scope="col" class={classes[j]!} title={name}>{name}</th>)}
    </tr>
  </thead>
));

interface RowProps extends Pick<GridProps<Face>, "stage" | "cell"> {
  row: number;
  name: string;
  hideName: boolean;
  faces: readonly Face[];
  single: boolean;
  turned: boolean;
  asks: boolean;
  offers: boolean;
  /** Columns: where Tab stops, the opened cell, the cells it was made from. */
  stop: number | undefined;
  pinned: number | undefined;
  operands: string;
}

const Row = kept(({ row, faces, single, turned, stop, operands, cell, ...of }: RowProps) => {
  const made = operands.split(",");
  const mark = (column: number) => (of.pinned === column ? "pinned" : made.includes(String(column)) ? "operand" : "");
  return (
    <tr class={`${of.asks ? "asks" : ""} ${of.offers ? "offers" : ""}`}>
      <th scope="row" class={of.hideName ? "vh" : ""} title={of.name}>{of.name}</th>
      {faces.map((face, column) => (
        <Square key={column} face={face} mark={mark(column)} at={{ row, column }} cell={cell}
          data-stage={of.stage} data-index={single ? String(row) : turned ? `${column},${row}` : `${row},${column}`} tabIndex={column === stop ? 0 : -1} />
      ))}
    </tr>
  );
});

interface SquareProps extends CellProps, Pick<RowProps, "cell"> { face: Face; mark: string; at: Cell }

const Square = kept(({ face, mark, at, cell, ...props }: SquareProps) => <td class={`${face.class} ${mark}`}>{cell(face, props, at)}</td>);

/** The cell that an event happened in. */
function cellOf(target: EventTarget | null): Cell | undefined {
  const td = target instanceof Element ? target.closest("td") : null;
  const tr = td?.closest("tr");
  if (!td || !tr || !tr.closest("tbody")) return undefined;
  return { row: tr.sectionRowIndex, column: td.cellIndex - 1 };
}

const steps: Record<string, Cell> = {
  ArrowUp: { row: -1, column: 0 }, ArrowDown: { row: 1, column: 0 }, ArrowLeft: { row: 0, column: -1 }, ArrowRight: { row: 0, column: 1 },
  Home: { row: 0, column: -Infinity }, End: { row: 0, column: Infinity },
};

/** Where a key leads. Inside a field, sideways keys move the cursor until it stands at that end. */
function stepOf(event: TargetedKeyboardEvent<HTMLElement>): Cell | undefined {
  const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
  const field = event.target;
  if (!step || !(field instanceof HTMLInputElement) || step.column === 0) return step;
  const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  const atEnd = field.selectionStart === field.selectionEnd && field.selectionStart === (step.column < 0 ? 0 : field.value.length);
  return event.shiftKey || event.key === "Home" || event.key === "End" || !(whole || atEnd) ? undefined : step;
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value));
}
