import { describe, expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import HomePage from '#client/pages/home.tsx';
import { freshPage, show } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

/** In happy-dom, the page's own address. */
const { origin } = window.location;

async function openDialog(path: string) {
  show(<HomePage />, {
    path,
    answers: {
      'public.events.list': [eventOf({ id: 'vasa' })],
      'public.events.coordinates': [],
      'public.announcements.list': [],
      'public.banners.list': [],
    },
  });
  const [button] = await screen.findAllByRole('button', { name: 'Prenumerera' });
  await userEvent.click(button as HTMLElement);
  return screen.findByRole('dialog', { name: 'Prenumerera' });
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
const addressOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

describe('the dialog to subscribe', () => {
  test('has the feeds of the chosen races', async () => {
    const dialog = await openDialog('/?landskap=Sk%C3%A5ne&sport=Simning');
    expect(dialog.textContent).toContain('Simning i Skåne. Nya lopp');
    const query = 'sport=Simning&landskap=Sk%C3%A5ne';
    expect(addressOf('Adress till kalendern')).toBe(`${origin}/lopp.ics?${query}`);
    expect(addressOf('Atom-flöde')).toBe(`${origin}/lopp.atom?${query}`);
    expect(hrefOf(/^JSON Feed/)).toBe(`${origin}/lopp.json?${query}`);
    const webcal = `${origin.replace('http', 'webcal')}/lopp.ics?${query}`;
    expect(hrefOf(/kalenderappen/)).toBe(webcal);
    expect(new URL(hrefOf(/^Google/)).searchParams.get('cid')).toBe(webcal);
    const outlook = new URL(hrefOf(/^Outlook/)).searchParams;
    expect(outlook.get('url')).toBe(`${origin}/lopp.ics?${query}`);
    expect(outlook.get('name')).toBe('Loppkalendern: Simning i Skåne');
  });

  test('has all races without a filter', async () => {
    const dialog = await openDialog('/');
    expect(dialog.textContent).toContain('Alla lopp. Nya lopp');
    expect(addressOf('Adress till kalendern')).toBe(`${origin}/lopp.ics`);
  });

  test('never sends the visitor’s own position, and says so', async () => {
    const dialog = await openDialog('/?near=mig&within=30&sort=nearest');
    expect(dialog.textContent).toContain('Din position följer inte med.');
    expect(addressOf('Adress till kalendern')).toBe(`${origin}/lopp.ics`);
  });

  test('copies an address', async () => {
    const user = userEvent.setup();
    await openDialog('/?sport=Simning');
    const [copy] = screen.getAllByRole('button', { name: 'Kopiera' });
    await user.click(copy as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe(`${origin}/lopp.ics?sport=Simning`);
  });

  test('has the code of the frame for another site, in the chosen theme', async () => {
    await openDialog('/?sport=Simning&near=mig');
    await userEvent.click(screen.getByText('På din webbplats'));
    await userEvent.click(screen.getByLabelText('Mörkt'));
    expect(addressOf('Kod')).toContain(
      `<script async src="${origin}/embed.js" data-lopp="sport=Simning" data-theme="dark"></script>`,
    );
  });
});
