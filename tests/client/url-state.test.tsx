import { expect, test } from 'bun:test';
import { act, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { place, show } from '#tests/support/client.tsx';

const LIST = textFormat({ q: '', sort: 'name' });
const DIALOG = textFormat({ event: '' });

function TwoStates() {
  const [list, setList] = useUrlState(LIST);
  const [dialog, setDialog, linkTo] = useUrlState(DIALOG);
  return (
    <>
      <p>{`${list.q}|${list.sort}|${dialog.event}`}</p>
      <Link to={linkTo({ event: '8' })}>another</Link>
      <button
        type="button"
        onClick={() => {
          setList({ q: 'mora' });
          setDialog({ event: '7' });
          setList({ sort: '-name' });
        }}
      >
        three at once
      </button>
      <button type="button" onClick={() => setList({ q: '', sort: 'name' })}>
        back to the defaults
      </button>
    </>
  );
}

test('useUrlState keeps other parameters and changes made at the same time, and omits defaults from the URL', async () => {
  show(<TwoStates />, { path: '/list?tab=events' });
  await act(async () => screen.getByText('three at once').click());
  expect(place.url).toBe('/list?tab=events&event=7&q=mora&sort=-name');
  screen.getByText('mora|-name|7');
  expect(screen.getByText('another').getAttribute('href')).toBe('/list?tab=events&q=mora&sort=-name&event=8');
  await act(async () => screen.getByText('back to the defaults').click());
  expect(place.url).toBe('/list?tab=events&event=7');
  screen.getByText('|name|7');
});
