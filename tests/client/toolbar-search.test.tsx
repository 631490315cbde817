import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { texts, useUrlState } from '../../client/platform/navigation/use-url-state';
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

const IN_URL = texts({ q: '' });

function List() {
  const [{ q }, change] = useUrlState(IN_URL);
  const search = (typed: string) => {
    changes.push(typed);
    change({ q: typed });
  };
  return (
    <>
      <ToolbarSearch label="Sök" value={q} onChange={search} />
      <p>Sökt: {q}</p>
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
  screen.getByText('Sökt: mora');
  expect(control('q').value).toBe('mora');
});

test('a click sees what was typed just before it in the URL, and what clears the search clears that too', async () => {
  jest.useFakeTimers();
  renderAt('/?q=mora', <List />);
  type('moras');
  await act(async () => screen.getByText('Rensa').click());
  expect([changes, control('q').value]).toEqual([['moras'], '']);
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
