import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Checkbox } from './checkbox.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import type { Sort } from './sort.ts';
import { useMedia } from './use-media.ts';

export type Column<Row> = {
  key: string;
  label: string;
  sortable?: boolean;
  /** Layout of the cells: narrow numbers, no line breaks, or room for an e-mail address. */
  kind?: 'figures' | 'nowrap' | 'wide';
  cell: (row: Row) => ReactNode;
};

/** An icon at the end of the row, or an item of its menu on a phone. */
export type RowAction = Omit<MenuItem, 'icon'> & { icon: ReactNode };

type Props<Row> = {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  actions?: (row: Row) => readonly RowAction[];
  compact: (row: Row) => ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The key of the row that stands out. */
  highlightedKey?: string | undefined;
  /** Rows have a checkbox, and can have focus. */
  selection?: Selection | undefined;
  /** Rows that wait for the admin: the key N goes to them. */
  waits?: (row: Row) => boolean;
};

type Selection = { isSelected: (key: string) => boolean; toggle: (key: string) => void };

/** Shows a table or, if the table does not fit, a compact list. Its rows have a menu for the actions. */
export function DataTable<Row>(props: Props<Row>) {
  const container = useRef<HTMLDivElement>(null);
  const isTooNarrow = useIsTooNarrow(container);
  // The same width as in the stylesheet: 760 px.
  const isWide = useMedia('(min-width: 47.5em)') && !isTooNarrow;
  return <div ref={container}>{isWide ? <WideTable {...props} /> : <CompactList {...props} />}</div>;
}

/** Stays true until the container is as wide as the table that overflowed it. */
function useIsTooNarrow(container: RefObject<HTMLElement | null>): boolean {
  const [isTooNarrow, setTooNarrow] = useState(false);
  const neededWidth = useRef(0);
  const measure = useCallback(() => {
    const availableWidth = container.current?.clientWidth ?? 0;
    const tableWidth = container.current?.querySelector('table')?.offsetWidth ?? 0;
    if (tableWidth > availableWidth) neededWidth.current = tableWidth;
    setTooNarrow(availableWidth < neededWidth.current);
  }, [container]);
  // After each render, because other rows may need more room.
  useLayoutEffect(measure);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
  return isTooNarrow;
}

function WideTable<Row>(props: Props<Row>) {
  const { caption, rows, keyOf, nameOf, columns, actions, sort, onSort, selection } = props;
  return (
    <div className="data-table-frame">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <span className="visually-hidden">Markera</span>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">Åtgärder</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...rowProps(row, props)}>
              {selection && (
                <td className="data-table-check">
                  <RowCheckbox row={row} {...props} selection={selection} />
                </td>
              )}
              {columns.map(({ key, kind, cell }) => (
                <td key={key} data-kind={kind}>
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td className="data-table-actions">
                  {actions(row).map(({ id, label, icon, disabled, onSelect }) => (
                    <IconButton
                      key={id ?? label}
                      label={`${label}: ${nameOf(row)}`}
                      title={label}
                      disabled={disabled}
                      onClick={onSelect}
                    >
                      {icon}
                    </IconButton>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps<Row> = Pick<Props<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function Head<Row>({ column: { key, label, sortable }, sort, onSort }: HeadProps<Row>) {
  if (!sortable || !onSort) return <th scope="col">{label}</th>;
  const isSorted = sort?.key === key;
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="data-table-sort"
        onClick={() => onSort({ key, descending: isSorted && !sort.descending })}
      >
        {label}
        {isSorted && <Arrow size={16} aria-hidden="true" />}
      </button>
    </th>
  );
}

const rowProps = <Row,>(row: Row, { keyOf, highlightedKey, selection, waits }: Props<Row>) => {
  const key = keyOf(row);
  return {
    'data-highlighted': key === highlightedKey || undefined,
    ...(selection && {
      'data-row-key': key,
      'data-selected': selection.isSelected(key) || undefined,
      tabIndex: -1,
    }),
    ...(waits?.(row) && { 'data-waits': true, tabIndex: -1 }),
  };
};

type RowCheckboxProps<Row> = Pick<Props<Row>, 'keyOf' | 'nameOf'> & { row: Row; selection: Selection };

const RowCheckbox = <Row,>({ row, keyOf, nameOf, selection }: RowCheckboxProps<Row>) => (
  <Checkbox
    label={`Markera ${nameOf(row)}`}
    isLabelHidden
    checked={selection.isSelected(keyOf(row))}
    onChange={() => selection.toggle(keyOf(row))}
  />
);

function CompactList<Row>(props: Props<Row>) {
  const { caption, rows, keyOf, nameOf, actions, compact, selection } = props;
  return (
    <ul className="data-list" aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="data-list-row" {...rowProps(row, props)}>
          {selection && <RowCheckbox row={row} {...props} selection={selection} />}
          <div className="data-list-body">{compact(row)}</div>
          {actions && <Menu label={`Åtgärder för ${nameOf(row)}`} items={actions(row)} />}
        </li>
      ))}
    </ul>
  );
}
