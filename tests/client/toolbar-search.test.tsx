import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { texts, useUrlState } from '../../client/platform/navigation/use-url-state';
import { Segmented } from '../../client/ui/segmented';
import { ToolbarSearch } from '../../client/ui/toolbar';
import { control } from '../support/form';
import { renderAt } from '../support/render';

let changes: string[] = [];
beforeEach(() => {
  changes = [];
});
afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

const IN_URL = texts({ q: '', kind: 'A' });

function List() {
  const [{ q, kind }, change] = useUrlState(IN_URL);
  const search = (typed: string) => {
    changes.push(typed);
    change({ q: typed });
  };
  return (
    <>
      <ToolbarSearch label="Sök" value={q} onChange={search} />
      <Segmented
        legend="Slag"
        name="kind"
        value={kind}
        options={['A', 'B'].map((value) => ({ value, label: value }))}
        onChange={(kind) => change({ kind })}
      />
      <p>{`Sökt: ${q}, ${kind}`}</p>
      <button type="button" onClick={() => change({ q: '' })}>
        Rensa
      </button>
    </>
  );
}

const type = (value: string) => fireEvent.change(control('q'), { target: { value } });
const rest = (time: number) => act(async () => void jest.advanceTimersByTime(time));

test('what is typed stands there at once, and changes the URL once, when the fingers rest', async () => {
  jest.useFakeTimers();
  renderAt('/', <List />);
  for (const typed of ['m', 'mo', 'mor', 'mora']) {
    type(typed);
    expect(control('q').value).toBe(typed);
    await rest(100);
  }
  expect(changes).toEqual([]);
  await rest(300);
  expect(changes).toEqual(['mora']);
  screen.getByText('Sökt: mora, A');
  expect(control('q').value).toBe('mora');
});

test('is written before a radio input that is pressed next acts', async () => {
  renderAt('/?q=mora', <List />);
  await userEvent.type(control('q'), 's');
  await userEvent.click(screen.getByRole('radio', { name: 'B' }));
  expect(changes).toEqual(['moras']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'B' }).checked).toBe(true);
  screen.getByText('Sökt: moras, B');
});

test('is emptied by the button that clears the search, with what was typed just before', async () => {
  jest.useFakeTimers();
  renderAt('/?q=mora', <List />);
  type('moras');
  await act(async () => screen.getByText('Rensa').click());
  await rest(1000);
  expect([changes, control('q').value]).toEqual([['moras'], '']);
});

test('what was typed just before another page was asked for does not lead back from it', async () => {
  jest.useFakeTimers();
  renderAt('/', <List />);
  type('mora');
  // By the browser's own Back: the list is shown until the page has been fetched.
  history.pushState(null, '', '/another');
  await rest(1000);
  expect([changes, control('q').value]).toEqual([[], '']);
});
