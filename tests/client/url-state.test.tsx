import { expect, test } from 'bun:test';
import { act, screen } from '@testing-library/react';
import { useUrlState } from '../../client/platform/navigation/use-url-state';
import { place, show } from '../support/client';

/** Two that keep something in the URL, as a list and its dialog do. */
function Two() {
  const [list, narrow] = useUrlState({ q: '', sort: 'name' });
  const [dialog, open] = useUrlState({ event: '' });
  return (
    <>
      <p>{`${list.q}|${list.sort}|${dialog.event}`}</p>
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

test('changes at once do not lose one another, nor parameters of others; defaults do not stand in the URL', async () => {
  show(<Two />, { path: '/list?tab=events' });
  await act(async () => screen.getByText('three at once').click());
  expect(place.url).toBe('/list?tab=events&q=mora&event=7&sort=-name');
  screen.getByText('mora|-name|7');
  await act(async () => screen.getByText('back to the defaults').click());
  expect(place.url).toBe('/list?tab=events&event=7');
  screen.getByText('|name|7');
});
