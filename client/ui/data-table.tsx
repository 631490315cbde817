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
import { IconButton } from './icon-button';
import { Menu, type MenuItem } from './menu';
import type { Sort } from './sort';
import { useMedia } from './use-media';

export type Column<Row> = {
  key: string;
  label: string;
  /** The head is a button that sorts by it. */
  sortable?: boolean;
  /** Narrow figures, not broken over lines, or one that has room for an e-mail address. */
  kind?: 'figures' | 'nowrap' | 'wide';
  cell: (row: Row) => ReactNode;
};

/** What can be done to a row: an icon at its end, on a phone a line in its menu. */
export type RowAction = Omit<MenuItem, 'icon'> & { icon: ReactNode };

type Props<Row> = {
  /** What the table holds, for a reader. */
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What people call a row: the name of its menu. */
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  actions?: (row: Row) => readonly RowAction[];
  /** The row on a phone: leaf, name, what else is needed. */
  compact: (row: Row) => ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
};

/** Rows of an admin's table (the look): a table where there is room for it, else a list whose rows have a menu. */
export function DataTable<Row>(props: Props<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const isTooNarrow = useTooNarrow(place);
  // The same width as in the stylesheet: 760 px.
  const isWide = useMedia('(min-width: 47.5em)') && !isTooNarrow;
  return <div ref={place}>{isWide ? <WideTable {...props} /> : <CompactList {...props} />}</div>;
}

/** Whether a table that was drawn there reached out of its place, until the place is as wide as that table. */
function useTooNarrow(place: RefObject<HTMLElement | null>): boolean {
  const [isTooNarrow, setTooNarrow] = useState(false);
  const needed = useRef(0);
  const measure = useCallback(() => {
    const room = place.current?.clientWidth ?? 0;
    const table = place.current?.querySelector('table')?.offsetWidth ?? 0;
    if (table > room) needed.current = table;
    setTooNarrow(room < needed.current);
  }, [place]);
  // After every drawing: other rows may need other room.
  useLayoutEffect(measure);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
  return isTooNarrow;
}

function WideTable<Row>(props: Props<Row>) {
  const { caption, rows, keyOf, nameOf, columns, actions, sort, onSort } = props;
  return (
    <div className="data-table-frame">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
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
            <tr key={keyOf(row)}>
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

function CompactList<Row>({ caption, rows, keyOf, nameOf, actions, compact }: Props<Row>) {
  return (
    <ul className="data-list" aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="data-list-row">
          <div className="data-list-body">{compact(row)}</div>
          {actions && <Menu label={`Åtgärder för ${nameOf(row)}`} items={actions(row)} />}
        </li>
      ))}
    </ul>
  );
}
