import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { DataTable } from '#client/ui/data-table.tsx';
import { FileDrop, Progress } from '#client/ui/file-drop.tsx';
import { Pager, pageOf } from '#client/ui/pager.tsx';
import type { Sort } from '#client/ui/sort.ts';
import { Toolbar, ToolbarSearch } from '#client/ui/toolbar.tsx';
import { setViewportWidth } from '#tests/support/client.tsx';

beforeEach(() => setViewportWidth(1280));

type Row = { id: string; name: string };
const ROWS: Row[] = [
  { id: 'a', name: 'Vasaloppet' },
  { id: 'b', name: 'Lidingöloppet' },
];
const receivedValues: unknown[] = [];

function renderTable(sort?: Sort) {
  receivedValues.length = 0;
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
        { label: 'Redigera', icon: <i />, onSelect: () => receivedValues.push(['edit', id]) },
        {
          label: 'Ta bort',
          icon: <i />,
          danger: true,
          disabled: id === 'b',
          onSelect: () => receivedValues.push(['delete', id]),
        },
      ]}
      compact={({ name }) => <strong>{name}</strong>}
      {...(sort && { sort })}
      onSort={(next) => receivedValues.push(next)}
    />,
  );
}

describe('DataTable', () => {
  test('has a caption, column headers and rows, and names the row in each action', () => {
    renderTable();
    const table = within(screen.getByRole('table', { name: 'Evenemang' }));
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Namn',
      'Nummer',
      'Åtgärder',
    ]);
    fireEvent.click(table.getByRole('button', { name: 'Ta bort: Vasaloppet' }));
    fireEvent.click(table.getByRole('button', { name: 'Redigera: Lidingöloppet' }));
    fireEvent.click(table.getByRole('button', { name: 'Ta bort: Lidingöloppet' }));
    expect(receivedValues).toEqual([
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
    'sorted by %j has aria-sort %s, and a press on the header sorts with descending %s',
    (sort, ariaSort, descending) => {
      renderTable(sort);
      const header = screen.getByRole('columnheader', { name: 'Namn' });
      expect(header.getAttribute('aria-sort')).toBe(ariaSort);
      fireEvent.click(within(header).getByRole('button'));
      expect(receivedValues).toEqual([{ key: 'name', descending }]);
      expect(within(screen.getByRole('columnheader', { name: 'Nummer' })).queryByRole('button')).toBeNull();
    },
  );

  test('is a list below 760 px, with the actions in a menu that names the row', () => {
    setViewportWidth(700);
    renderTable();
    expect(screen.queryByRole('table')).toBeNull();
    const list = within(screen.getByRole('list', { name: 'Evenemang' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(list.getByRole('button', { name: 'Åtgärder för Vasaloppet' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Redigera' }));
    expect(receivedValues).toEqual([['edit', 'a']]);
  });
});

function PagedList() {
  const [page, setPage] = useState(1);
  return <Pager page={page} pageSize={50} total={150} onPage={setPage} />;
}

describe('Pager', () => {
  const renderPager = (page: number, total: number) => {
    receivedValues.length = 0;
    render(<Pager page={page} pageSize={50} total={total} onPage={(next) => receivedValues.push(next)} />);
  };
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  test('shows the current range and links to the previous and next page', () => {
    renderPager(1, 5000);
    expect(screen.getByText('Visar 51–100 av 5 000')).toBeTruthy();
    fireEvent.click(button('Föregående sida'));
    fireEvent.click(button('Nästa sida'));
    expect(receivedValues).toEqual([0, 2]);
  });

  test('moves focus to the opposite button at the first and the last page', () => {
    render(<PagedList />);
    for (const [pressedButton, focusedButton] of [
      ['Nästa sida', 'Föregående sida'],
      ['Föregående sida', 'Föregående sida'],
      ['Föregående sida', 'Nästa sida'],
    ] as const) {
      button(pressedButton).focus();
      fireEvent.click(button(pressedButton));
      expect(document.activeElement?.getAttribute('aria-label')).toBe(focusedButton);
    }
  });

  test('disables "next" on the last page', () => {
    renderPager(2, 101);
    expect(screen.getByText('Visar 101–101 av 101')).toBeTruthy();
    expect(button('Nästa sida').disabled).toBe(true);
    expect(button('Föregående sida').disabled).toBe(false);
  });

  test('is not rendered for a single page', () => {
    renderPager(0, 50);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test.each([
    [0, 0, [0, 1]],
    [2, 2, [4]],
    [9, 2, [4]],
    [-1, 0, [0, 1]],
  ])('clamps page %d of five rows, two per page, to page %d', (requested, page, expectedRows) => {
    expect(pageOf([0, 1, 2, 3, 4], requested, 2)).toEqual({ page, visibleRows: expectedRows });
  });

  test('is on the first page of an empty list', () =>
    expect(pageOf([], 3, 2)).toEqual({ page: 0, visibleRows: [] }));
});

describe('FileDrop and Progress', () => {
  const file = new File(['x'], 'lopp.csv');
  const renderFileDrop = (props: Partial<Parameters<typeof FileDrop>[0]> = {}) => {
    receivedValues.length = 0;
    const { container } = render(
      <FileDrop
        label="Välj fil"
        hint="CSV eller Excel"
        accept=".csv"
        onFile={({ name }) => receivedValues.push(name)}
        {...props}
      />,
    );
    return {
      input: container.querySelector('input') as HTMLInputElement,
      dropZone: container.querySelector('label') as HTMLLabelElement,
    };
  };

  test('accepts a chosen file, also the same one twice', () => {
    const { input } = renderFileDrop();
    expect(input.accept).toBe('.csv');
    fireEvent.change(input, { target: { files: [file] } });
    fireEvent.change(input, { target: { files: [file] } });
    expect(receivedValues).toEqual(['lopp.csv', 'lopp.csv']);
    expect(input.value).toBe('');
  });

  test('accepts a dropped file, and highlights while one is dragged over', () => {
    const { dropZone } = renderFileDrop();
    fireEvent.dragOver(dropZone);
    expect(dropZone.className).toContain('file-drop-over');
    fireEvent.drop(dropZone, { dataTransfer: { files: [file] } });
    expect(dropZone.className).not.toContain('file-drop-over');
    expect(receivedValues).toEqual(['lopp.csv']);
  });

  test('accepts nothing while it is disabled', () => {
    const { dropZone } = renderFileDrop({ disabled: true });
    fireEvent.dragOver(dropZone);
    expect(dropZone.className).not.toContain('file-drop-over');
    fireEvent.drop(dropZone, { dataTransfer: { files: [file] } });
    expect(receivedValues).toEqual([]);
  });

  test('describes its input by the hint and the error, and shows the chosen file', () => {
    const { input } = renderFileDrop({ fileName: 'lopp.pdf', error: 'Ogiltig filtyp.' });
    expect(screen.getByText('lopp.pdf')).toBeTruthy();
    const descriptions = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(descriptions).toEqual(['CSV eller Excel', 'Ogiltig filtyp.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('shows the value of the progress only when it is known', () => {
    const { rerender } = render(<Progress label="Skickar" part={0.25} />);
    const progressBar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Skickar' });
    expect(progressBar().getAttribute('value')).toBe('0.25');
    rerender(<Progress label="Skickar" part={undefined} />);
    expect(progressBar().hasAttribute('value')).toBe(false);
  });
});

test('Toolbar shows a title, a count with grouped thousands and a search named q', async () => {
  receivedValues.length = 0;
  render(
    <Toolbar title="Evenemang" count={5000}>
      <ToolbarSearch label="Sök namn" value="va" onChange={(value) => receivedValues.push(value)} />
    </Toolbar>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Evenemang');
  expect(screen.getByText('5 000 st')).toBeTruthy();
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sök namn' });
  expect(search.name).toBe('q');
  fireEvent.change(search, { target: { value: 'vas' } });
  await waitFor(() => expect(receivedValues).toEqual(['vas']));
});
