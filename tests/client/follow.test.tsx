import { describe, expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FollowButton } from '#client/features/events/follow/follow-button.tsx';
import HomePage from '#client/pages/home.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { freshPage, show } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

/** In happy-dom, the page's own address. */
const { origin } = window.location;

async function openDialog(path: string) {
  show(<HomePage />, {
    path,
    answers: {
      ...calendarAnswers([eventOf({ id: idOf('vasa'), event_name: 'Loppet vasa' })]),
      'public.announcements.list': [],
      'public.banners.list': [],
    },
  });
  const [button] = await screen.findAllByRole('button', { name: 'Följ' });
  await userEvent.click(button as HTMLElement);
  return screen.findByRole('dialog', { name: 'Följ' });
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
const addressOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

const mailButton = () => screen.queryByRole('button', { name: 'Mejla mig' });

describe('the dialog to follow a selection', () => {
  test('has the feeds of the chosen races', async () => {
    const dialog = await openDialog('/?landskap=Sk%C3%A5ne&sport=Simning');
    expect(within(dialog).getByText('Simning i Skåne')).toBeTruthy();
    const query = 'sport=Simning&landskap=Sk%C3%A5ne';
    expect(addressOf('Adress till kalendern')).toBe(`${origin}/lopp.ics?${query}`);
    expect(addressOf('Atom-flöde')).toBe(`${origin}/lopp.atom?${query}`);
    expect(addressOf('JSON Feed')).toBe(`${origin}/lopp.json?${query}`);
    const webcal = `${origin.replace('http', 'webcal')}/lopp.ics?${query}`;
    expect(hrefOf(/kalenderappen/)).toBe(webcal);
    expect(new URL(hrefOf(/^Google/)).searchParams.get('cid')).toBe(webcal);
    const outlook = new URL(hrefOf(/^Outlook/)).searchParams;
    expect(outlook.get('url')).toBe(`${origin}/lopp.ics?${query}`);
    expect(outlook.get('name')).toBe('Loppkalendern: Simning i Skåne');
  });

  test('has all races without a filter, which nobody is mailed about', async () => {
    const dialog = await openDialog('/');
    expect(within(dialog).getByText('Alla lopp')).toBeTruthy();
    expect(mailButton()).toBeNull();
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
    await userEvent.click(screen.getByText('På min webbplats'));
    await userEvent.click(screen.getByLabelText('Mörkt'));
    expect(addressOf('Kod')).toContain(
      `<script async src="${origin}/embed.js" data-lopp="sport=Simning" data-theme="dark"></script>`,
    );
  });
});

describe('the dialog to follow a race', () => {
  async function openFor(changes: Partial<PublicEvent> = {}) {
    const event = eventOf({
      id: 'vasa',
      series_id: crypto.randomUUID(),
      url: '/lopp/vasaloppet/2027',
      ...changes,
    });
    show(<FollowButton followed={{ event }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Följ' }));
    return screen.findByRole('dialog', { name: 'Följ' });
  }

  test('has its calendar, and the code of its start places for another site', async () => {
    const dialog = await openFor();
    expect(dialog.textContent).toContain('Loppet vasa, ');
    expect(addressOf('Adress till kalendern')).toBe(`${origin}/lopp/vasaloppet/2027.ics`);
    await userEvent.click(screen.getByText('På min webbplats'));
    expect(addressOf('Kod')).toBe(
      `<script async src="${origin}/embed.js" data-startplatser="vasaloppet"></script>\n` +
        `<noscript><a href="${origin}/lopp/vasaloppet">Se startplatserna</a></noscript>`,
    );
    await userEvent.click(screen.getByText('För program'));
    expect(addressOf('Loppet som JSON')).toBe(`${origin}/api/events/vasa`);
  });

  test('has mails but no calendar once the race is over', async () => {
    await openFor({ event_date: '2026-03-01', event_end_date: null });
    expect(mailButton()).not.toBeNull();
    expect(screen.queryByLabelText('Adress till kalendern')).toBeNull();
  });

  test('is replaced by the choice of mails', async () => {
    await openFor();
    await userEvent.click(mailButton() as HTMLElement);
    await screen.findByRole('dialog', { name: 'Mejla mig' });
    expect(screen.queryByRole('dialog', { name: 'Följ' })).toBeNull();
  });
});
