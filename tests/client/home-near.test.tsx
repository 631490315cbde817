import { describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { PublicEvent } from '#src/features/events/contract.ts';
import * as placeNames from '#src/features/events/filter/place-names.ts';
import { freshPage, place } from '#tests/support/client.tsx';
import { answersWith, findCount, openHome, VARVET, VASA } from '#tests/support/home-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

describe('the home page', () => {
  test('shows all of Sweden for a link with "near=mig", also if the browser forbids storage', async () => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = () => {
      throw new Error('forbidden');
    };
    try {
      openHome('/?near=mig');
      await screen.findByRole('button', { name: 'Hämta min plats' });
      await findCount('(2 evenemang av 3)');
    } finally {
      Storage.prototype.getItem = getItem;
    }
  });

  const located = (event: PublicEvent, is_approximate = false) => ({
    ...event,
    latitude: 61,
    longitude: 14.5,
    is_approximate,
  });
  const openNear = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Nära …' }));
    return screen.findByLabelText<HTMLInputElement>('Nära ort');
  };
  /** Returns a function that lets the browser report a position in Mora. */
  const pressLocate = async () => {
    let report: PositionCallback = () => {};
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (success: PositionCallback) => {
          report = success;
        },
      },
    });
    await openNear();
    fireEvent.click(await screen.findByRole('button', { name: 'Nära mig' }));
    const coords = { latitude: 61, longitude: 14.5 };
    return () => act(async () => report({ coords } as GeolocationPosition));
  };

  test('keeps the press on "Nära mig" when the popover closes before the browser reports the position', async () => {
    openHome('/', answersWith([located(VASA)]));
    const reportPosition = await pressLocate();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await reportPosition();
    await waitFor(() => expect(place.url).toBe('/?near=mig'));
    await screen.findByText('under 1 km bort');
  });

  test('ignores a position that the browser reports on another page', async () => {
    openHome();
    const reportPosition = await pressLocate();
    window.history.pushState(null, '', '/marketplace');
    try {
      await reportPosition();
      expect(place.url).toBe('/');
    } finally {
      window.history.pushState(null, '', '/');
    }
  });

  test('shows the distance to an event as approximate if only its landskap is known', async () => {
    openHome('/?near=61.27,14.5', answersWith([located(VASA), located(VARVET, true)]));
    await screen.findByText('30 km bort');
    await screen.findByText('ca 30 km bort');
  });

  test('offers a retry when the place cannot be looked up', async () => {
    // As the gazetteer, which the browser loads with it, cannot be fetched.
    const lookUp = spyOn(placeNames, 'findNamedPlace').mockImplementation(() => {
      throw new Error('Failed to fetch');
    });
    openHome('/?near=Mora', answersWith([located(VASA), VARVET]));
    await screen.findByText('Avstånden kunde inte räknas ut, så hela landet visas.');
    lookUp.mockRestore();
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(1 evenemang av 2)');
    expect(screen.queryAllByRole('button', { name: 'Försök igen' })).toHaveLength(0);
  });

  test('Escape closes the suggested places, then the popover, and keeps the chosen place', async () => {
    openHome('/?near=Uppsala');
    fireEvent.click(await screen.findByRole('button', { name: /^Nära Uppsala/ }));
    const field = await screen.findByLabelText<HTMLInputElement>('Nära ort');
    fireEvent.change(field, { target: { value: 'Mora' } });
    await screen.findByRole('option', { name: 'Mora, Dalarna' });
    const pressEscape = () => fireEvent.keyDown(field, { key: 'Escape' });
    const states = [pressEscape, pressEscape].map((press) => {
      press();
      const lists = screen.queryAllByRole('listbox', { name: 'Orter' }).length;
      return [lists, field.value, screen.queryAllByRole('dialog').length];
    });
    expect(states).toEqual([
      [0, 'Mora', 1],
      [0, 'Mora', 0],
    ]);
    expect(place.url).toBe('/?near=Uppsala');
  });
});
