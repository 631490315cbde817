import { describe, expect, test } from 'bun:test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage } from '#tests/support/client.tsx';
import {
  chooseEvent,
  EVENTS,
  errors,
  findSearchField,
  id,
  open,
  suggestions,
  USER,
} from '#tests/support/create-ad-page.tsx';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

asMember(USER);

const suggestionTexts = () => suggestions().map((option) => option.textContent);
describe('the event search', () => {
  test('matches part of the name or ort ignoring case, in upcoming events only', async () => {
    open();
    await userEvent.type(await findSearchField(), 'MORA');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(1));
    expect(suggestionTexts()[0]).toContain('Vasaloppet');
    expect(suggestionTexts()[0]).toContain('Mora · 7 mars 2027');
    await userEvent.clear(control('event_id'));
    await userEvent.type(control('event_id'), 'borgsv');
    expect(suggestionTexts()).toHaveLength(1);
    expect(suggestionTexts()[0]).toContain('Göteborgsvarvet');
  });

  test('shows at most ten suggestions, and says when there are more', async () => {
    open();
    await userEvent.type(await findSearchField(), 'serien');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(10));
    expect(document.querySelector('.combobox-notice')?.textContent).toBe(
      'Det finns fler. Skriv mer för att hitta rätt.',
    );
    await userEvent.type(control('event_id'), ' 1');
    // Serien 1, 10, 11 and 12
    expect(suggestionTexts()).toHaveLength(4);
    expect(document.querySelector('.combobox-notice')).toBeNull();
  });

  test('says that the events are loading, and offers to propose a race when nothing matches', async () => {
    const response = Promise.withResolvers<unknown>();
    open({ events: () => response.promise });
    await userEvent.type(await findSearchField(), 'fjäll');
    const notice = () => document.querySelector('.combobox-notice')?.textContent;
    expect(notice()).toBe('Laddar evenemang...');
    response.resolve(EVENTS);
    await waitFor(() => expect(notice()).toBe('Inget kommande evenemang matchar ”fjäll”. Föreslå loppet'));
    await userEvent.tab();
    await userEvent.tab();
    const link = screen.getByRole('link', { name: 'Föreslå loppet' });
    expect(document.activeElement).toBe(link);
    expect(link.getAttribute('href')).toBe('/submit-event');
    expect(control('event_id').getAttribute('aria-expanded')).toBe('false');
  });

  test('shows "Kunde inte hämta evenemang" and a retry when the events cannot be fetched', async () => {
    let isUp = false;
    open({
      events: () => {
        if (isUp) return EVENTS;
        throw new AppError('server.unavailable');
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta evenemang');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await waitFor(() => expect(screen.queryByRole('alert') === null).toBe(true));
    await userEvent.type(await findSearchField(), 'vasa');
    expect(suggestionTexts()).toHaveLength(1);
  });

  test('wraps around with the arrow keys, and Enter chooses a suggestion without submitting the form', async () => {
    const { sent } = open();
    const field = await findSearchField();
    const activeText = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(4));
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(activeText()).toContain('Serien 1');
    await userEvent.keyboard('{ArrowDown}');
    expect(activeText()).toContain('Serien 10');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(activeText()).toContain('Serien 12');
    expect(document.querySelector('[role="option"][data-highlighted]')?.textContent).toContain('Serien 12');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('button', { name: 'Ändra' })).toBeTruthy();
    expect(document.activeElement).toBe(control('distance'));
    expect(control('event_id').value).toBe(id(10));
    expect(errors()).toEqual([]);
    expect(sent()).toEqual([]);
  });

  test('closes the suggestions on the first Escape, clears the field on the second, and ignores Enter without a highlight', async () => {
    open();
    const field = await findSearchField();
    await userEvent.click(field);
    expect(suggestionTexts()).toHaveLength(10);
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: 'Ändra' })).toBeNull();
    expect(errors()).toEqual([]);
    await userEvent.type(field, 'vasa');
    await userEvent.keyboard('{Escape}');
    expect(suggestionTexts()).toEqual([]);
    expect(control('event_id').value).toBe('vasa');
    await userEvent.keyboard('{Escape}');
    expect(control('event_id').value).toBe('');
  });

  test('reopens on a click without a highlight, on ArrowDown with the first suggestion highlighted, on ArrowUp with the last', async () => {
    open();
    const field = await findSearchField();
    const highlightedText = () => document.querySelector('[role="option"][data-highlighted]')?.textContent;
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(4));
    for (const [key, name] of [
      ['{ArrowDown}', 'Serien 1'],
      ['{ArrowUp}', 'Serien 12'],
    ] as const) {
      await userEvent.keyboard('{Escape}');
      await userEvent.click(field);
      expect(suggestionTexts()).toHaveLength(4);
      expect(highlightedText()).toBeUndefined();
      await userEvent.keyboard('{Escape}');
      expect(suggestionTexts()).toEqual([]);
      await userEvent.keyboard(key);
      expect(highlightedText()).toContain(name);
    }
  });

  test('announces the number of suggestions only while they are open', async () => {
    open();
    const field = await findSearchField();
    const status = () => document.querySelector('.combobox [role="status"]')?.textContent;
    expect(status()).toBe('');
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(status()).toBe('4 förslag'));
    await userEvent.keyboard('{Escape}');
    expect(status()).toBe('');
  });

  test('ignores Enter while an IME composition is in progress', async () => {
    const { sent } = open();
    const field = await findSearchField();
    await userEvent.type(field, 'vasa');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(1));
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229, which: 229 });
    expect(suggestionTexts()).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  test('closes the suggestions and keeps the text at the first Tab or Shift+Tab', async () => {
    open();
    for (const shift of [false, true]) {
      await userEvent.type(await findSearchField(), 'vasa');
      expect(suggestionTexts()).toHaveLength(1);
      await userEvent.tab({ shift });
      expect(suggestionTexts()).toEqual([]);
      expect(control('event_id').value).toBe('vasa');
      await userEvent.clear(control('event_id'));
    }
  });

  test('moves focus with Tab to the clear button; Enter on it clears the field and reopens the suggestions', async () => {
    open();
    await userEvent.type(await findSearchField(), 'vasa');
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rensa sökningen');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('name')).toBe('event_id');
    expect(suggestionTexts()).toHaveLength(10);
  });
});

describe('the chosen event', () => {
  test('offers its distances, split at commas but not at decimal commas', async () => {
    open();
    expect(control('distance').disabled).toBe(true);
    await chooseEvent('göteborg');
    const distances = within(screen.getByLabelText(/^Distans/)).getAllByRole('option');
    expect(distances.map((option) => option.textContent)).toEqual([
      'Välj distans',
      '21,1 km',
      '5 km',
      'Halv',
    ]);
    expect(screen.getByText('Göteborgsvarvet')).toBeTruthy();
  });

  test('is cleared with its distance by "Ändra"; other fields stay and the search gets focus', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '500' });
    await userEvent.click(screen.getByRole('button', { name: 'Ändra' }));
    expect(document.activeElement).toBe(control('event_id'));
    expect(control('event_id').value).toBe('');
    expect(control('distance').value).toBe('');
    expect(control('distance').disabled).toBe(true);
    expect(control('price').value).toBe('500');
    await chooseEvent('göteborg');
    expect(control('distance').value).toBe('');
  });

  test('has its distance preselected when there is only one', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    expect(control('distance').value).toBe('90 km');
    expect(document.activeElement).toBe(control('distance'));
    await userEvent.click(screen.getByRole('button', { name: 'Ändra' }));
    await chooseEvent('göteborg');
    expect(control('distance').value).toBe('');
    cleanup();
    open({ path: `/marketplace/create?event=${id(2)}` });
    await screen.findByText('Vasaloppet');
    expect(control('distance').value).toBe('90 km');
    expect(sent()).toEqual([]);
  });

  test('is preselected by the URL when it is upcoming', async () => {
    open({ path: `/marketplace/create?event=${id(2)}` });
    expect(await screen.findByText('Vasaloppet')).toBeTruthy();
    expect(control('event_id').value).toBe(id(2));
  });

  test('is not preselected by the URL when it has passed', async () => {
    const { calls } = open({ path: `/marketplace/create?event=${id(1)}` });
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    await userEvent.type(await findSearchField(), 'vasa');
    expect(suggestionTexts()).toHaveLength(1);
  });
});
