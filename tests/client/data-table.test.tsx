import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { DataTable } from '../../client/ui/data-table';
import { FileDrop, Progress } from '../../client/ui/file-drop';
import { Pager, pageOf } from '../../client/ui/pager';
import type { Sort } from '../../client/ui/sort';
import { Toolbar, ToolbarSearch } from '../../client/ui/toolbar';
import { widen } from '../support/client';

beforeEach(() => widen(1280));

type Row = { id: string; name: string };
const ROWS: Row[] = [
  { id: 'a', name: 'Vasaloppet' },
  { id: 'b', name: 'Lidingöloppet' },
];
const told: unknown[] = [];

function table(sort?: Sort) {
  told.length = 0;
  render(
    <DataTable
      caption="Evenemang"
      rows={ROWS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { key: 'name', label: 'Namn', sortable: true, cell: ({ name }) => name },
        { key: 'id', label: 'Nummer', kind: 'figures', cell: ({ id }) => id },
      ]}
      actions={({ id }) => [
        { label: 'Redigera', icon: <i />, onSelect: () => told.push(['edit', id]) },
        {
          label: 'Ta bort',
          icon: <i />,
          danger: true,
          disabled: id === 'b',
          onSelect: () => told.push(['delete', id]),
        },
      ]}
      compact={({ name }) => <strong>{name}</strong>}
      {...(sort && { sort })}
      onSort={(next) => told.push(next)}
    />,
  );
}

describe('a table', () => {
  test('has a caption, heads and rows; an action names its row', () => {
    table();
    const found = within(screen.getByRole('table', { name: 'Evenemang' }));
    expect(found.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Namn',
      'Nummer',
      'Åtgärder',
    ]);
    fireEvent.click(found.getByRole('button', { name: 'Ta bort: Vasaloppet' }));
    fireEvent.click(found.getByRole('button', { name: 'Redigera: Lidingöloppet' }));
    fireEvent.click(found.getByRole('button', { name: 'Ta bort: Lidingöloppet' }));
    expect(told).toEqual([
      ['delete', 'a'],
      ['edit', 'b'],
    ]);
  });

  test.each([
    [undefined, null, false],
    [{ key: 'name', descending: false }, 'ascending', true],
    [{ key: 'name', descending: true }, 'descending', false],
    [{ key: 'id', descending: false }, null, false],
  ] as const)(
    'sorted by %j its head says %s, and a press asks for descending %s',
    (sort, says, descending) => {
      table(sort);
      const head = screen.getByRole('columnheader', { name: 'Namn' });
      expect(head.getAttribute('aria-sort')).toBe(says);
      fireEvent.click(within(head).getByRole('button'));
      expect(told).toEqual([{ key: 'name', descending }]);
      expect(within(screen.getByRole('columnheader', { name: 'Nummer' })).queryByRole('button')).toBeNull();
    },
  );

  test('under 760 px it is a list, its actions in a menu that names the row', () => {
    widen(700);
    table();
    expect(screen.queryByRole('table')).toBeNull();
    const list = within(screen.getByRole('list', { name: 'Evenemang' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(list.getByRole('button', { name: 'Åtgärder för Vasaloppet' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Redigera' }));
    expect(told).toEqual([['edit', 'a']]);
  });
});

function Turning() {
  const [page, turn] = useState(1);
  return <Pager page={page} pageSize={50} total={150} onPage={turn} />;
}

describe('the pages of a list', () => {
  const pager = (page: number, total: number) => {
    told.length = 0;
    render(<Pager page={page} pageSize={50} total={total} onPage={(next) => told.push(next)} />);
  };
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  test('say where one is, and lead to those beside', () => {
    pager(1, 5000);
    expect(screen.getByText('Visar 51–100 av 5 000')).toBeTruthy();
    fireEvent.click(button('Föregående sida'));
    fireEvent.click(button('Nästa sida'));
    expect(told).toEqual([0, 2]);
  });

  test('keep focus where the list ends: on the way back', () => {
    render(<Turning />);
    for (const [way, back] of [
      ['Nästa sida', 'Föregående sida'],
      ['Föregående sida', 'Föregående sida'],
      ['Föregående sida', 'Nästa sida'],
    ] as const) {
      button(way).focus();
      fireEvent.click(button(way));
      expect(document.activeElement?.getAttribute('aria-label')).toBe(back);
    }
  });

  test('end where the list ends', () => {
    pager(2, 101);
    expect(screen.getByText('Visar 101–101 av 101')).toBeTruthy();
    expect(button('Nästa sida').disabled).toBe(true);
    expect(button('Föregående sida').disabled).toBe(false);
  });

  test('are not shown when there is one', () => {
    pager(0, 50);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test.each([
    [0, 0, [0, 1]],
    [2, 2, [4]],
    [9, 2, [4]],
    [-1, 0, [0, 1]],
  ])('page %d of five rows by two is page %d', (asked, page, shown) => {
    expect(pageOf([0, 1, 2, 3, 4], asked, 2)).toEqual({ page, shown });
  });

  test('of nothing is the first', () => expect(pageOf([], 3, 2)).toEqual({ page: 0, shown: [] }));
});

describe('a place for a file', () => {
  const file = new File(['x'], 'lopp.csv');
  const drop = (props: Partial<Parameters<typeof FileDrop>[0]> = {}) => {
    told.length = 0;
    const { container } = render(
      <FileDrop
        label="Välj fil"
        hint="CSV eller Excel"
        accept=".csv"
        onFile={({ name }) => told.push(name)}
        {...props}
      />,
    );
    return {
      input: container.querySelector('input') as HTMLInputElement,
      place: container.querySelector('label') as HTMLLabelElement,
    };
  };

  test('takes it by choice, and the same one once more', () => {
    const { input } = drop();
    expect(input.accept).toBe('.csv');
    fireEvent.change(input, { target: { files: [file] } });
    fireEvent.change(input, { target: { files: [file] } });
    expect(told).toEqual(['lopp.csv', 'lopp.csv']);
    expect(input.value).toBe('');
  });

  test('takes it when it is dropped, and shows that it would', () => {
    const { place } = drop();
    fireEvent.dragOver(place);
    expect(place.className).toContain('file-drop-over');
    fireEvent.drop(place, { dataTransfer: { files: [file] } });
    expect(place.className).not.toContain('file-drop-over');
    expect(told).toEqual(['lopp.csv']);
  });

  test('takes none while it is off; a drop of no file is none', () => {
    const { place } = drop({ disabled: true });
    fireEvent.dragOver(place);
    expect(place.className).not.toContain('file-drop-over');
    fireEvent.drop(place, { dataTransfer: { files: [file] } });
    expect(told).toEqual([]);
  });

  test('says what is chosen and what is wrong, tied to its control', () => {
    const { input } = drop({ chosen: 'lopp.pdf', error: 'Ogiltig filtyp.' });
    expect(screen.getByText('lopp.pdf')).toBeTruthy();
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['CSV eller Excel', 'Ogiltig filtyp.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('progress has a value only while that is known', () => {
    const { rerender } = render(<Progress label="Skickar" part={0.25} />);
    const bar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Skickar' });
    expect(bar().getAttribute('value')).toBe('0.25');
    rerender(<Progress label="Skickar" part={undefined} />);
    expect(bar().hasAttribute('value')).toBe(false);
  });
});

test('the toolbar: a title, a count with its thousands apart, a search named q', async () => {
  told.length = 0;
  render(
    <Toolbar title="Evenemang" count={5000}>
      <ToolbarSearch label="Sök namn" value="va" onChange={(value) => told.push(value)} />
    </Toolbar>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Evenemang');
  expect(screen.getByText('5 000 st')).toBeTruthy();
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sök namn' });
  expect(search.name).toBe('q');
  fireEvent.change(search, { target: { value: 'vas' } });
  await waitFor(() => expect(told).toEqual(['vas']));
});
