import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Segmented } from '#client/ui/segmented.tsx';
import { ToolbarSearch } from '#client/ui/toolbar.tsx';
import { control } from '#tests/support/form.ts';
import { renderAt } from '#tests/support/render.tsx';

let searches: string[] = [];
beforeEach(() => {
  searches = [];
});
afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

const URL_STATE = textFormat({ q: '', kind: 'A' });

function List() {
  const [{ q, kind }, changeUrl] = useUrlState(URL_STATE);
  const changeSearch = (typed: string) => {
    searches.push(typed);
    changeUrl({ q: typed });
  };
  return (
    <>
      <ToolbarSearch label="Sök" value={q} onChange={changeSearch} />
      <Segmented
        legend="Slag"
        name="kind"
        value={kind}
        options={['A', 'B'].map((value) => ({ value, label: value }))}
        onChange={(chosenKind) => changeUrl({ kind: chosenKind })}
      />
      <p>{`Sökt: ${q}, ${kind}`}</p>
      <button type="button" onClick={() => changeUrl({ q: '' })}>
        Rensa
      </button>
    </>
  );
}

const type = (value: string) => fireEvent.change(control('q'), { target: { value } });
const advanceTime = (milliseconds: number) => act(async () => void jest.advanceTimersByTime(milliseconds));

test('a search shows typed text at once and changes the URL once after a pause', async () => {
  jest.useFakeTimers();
  renderAt('/', <List />);
  for (const typed of ['m', 'mo', 'mor', 'mora']) {
    type(typed);
    expect(control('q').value).toBe(typed);
    await advanceTime(100);
  }
  expect(searches).toEqual([]);
  await advanceTime(300);
  expect(searches).toEqual(['mora']);
  screen.getByText('Sökt: mora, A');
  expect(control('q').value).toBe('mora');
});

test('pressing a radio input right after typing writes the search to the URL first', async () => {
  renderAt('/?q=mora', <List />);
  await userEvent.type(control('q'), 's');
  await userEvent.click(screen.getByRole('radio', { name: 'B' }));
  expect(searches).toEqual(['moras']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'B' }).checked).toBe(true);
  screen.getByText('Sökt: moras, B');
});

test('a button that clears the search also clears text typed just before', async () => {
  jest.useFakeTimers();
  renderAt('/?q=mora', <List />);
  type('moras');
  await act(async () => screen.getByText('Rensa').click());
  await advanceTime(1000);
  expect([searches, control('q').value]).toEqual([['moras'], '']);
});

test('a search typed just before a navigation does not undo the navigation', async () => {
  jest.useFakeTimers();
  renderAt('/', <List />);
  type('mora');
  // As after the browser's Back: the URL is already the other page's, but the list stays mounted until that page's code
  // is fetched.
  history.pushState(null, '', '/another');
  await advanceTime(1000);
  expect([searches, control('q').value]).toEqual([[], '']);
});
