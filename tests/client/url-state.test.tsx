import { expect, test } from 'bun:test';
import { act, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { texts, useUrlState } from '../../client/platform/navigation/use-url-state';
import { place, show } from '../support/client';

const LIST = texts({ q: '', sort: 'name' });
const DIALOG = texts({ event: '' });

/** Two that keep something in the URL, as a list and its dialog do. */
function Two() {
  const [list, narrow] = useUrlState(LIST);
  const [dialog, open, linkTo] = useUrlState(DIALOG);
  return (
    <>
      <p>{`${list.q}|${list.sort}|${dialog.event}`}</p>
      <Link to={linkTo({ event: '8' })}>another</Link>
      <button
        type="button"
        onClick={() => {
          narrow({ q: 'mora' });
          open({ event: '7' });
          narrow({ sort: '-name' });
        }}
      >
        three at once
      </button>
      <button type="button" onClick={() => narrow({ q: '', sort: 'name' })}>
        back to the defaults
      </button>
    </>
  );
}

test('changes and links lose no other change or parameter; defaults do not stand in the URL', async () => {
  show(<Two />, { path: '/list?tab=events' });
  await act(async () => screen.getByText('three at once').click());
  expect(place.url).toBe('/list?tab=events&event=7&q=mora&sort=-name');
  screen.getByText('mora|-name|7');
  expect(screen.getByText('another').getAttribute('href')).toBe('/list?tab=events&q=mora&sort=-name&event=8');
  await act(async () => screen.getByText('back to the defaults').click());
  expect(place.url).toBe('/list?tab=events&event=7');
  screen.getByText('|name|7');
});
