import { describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mailtoOf } from '#client/features/contact/admin/mailto.ts';
import { findMessages, toSearchable } from '#client/features/contact/admin/search.ts';
import ContactTab from '#client/pages/admin/contact-tab.tsx';
import type { AdminContactMessage, ContactInfo } from '#src/features/contact/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, show, toastSaying } from '#tests/support/client.tsx';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

const INFO = 'public.contact.info';
const MESSAGES = 'admin.contact.messages';
const MARK_READ = 'admin.contact.markRead';
const UPDATE = 'admin.contact.updateInfo';

const info: ContactInfo = {
  company_name: 'Kalendern',
  address: null,
  phone: '070-1',
  email: 'hej@example.se',
  business_hours: null,
  description: null,
};
const message = (part: Partial<AdminContactMessage> & { id: string }): AdminContactMessage => ({
  subject: 'Fråga',
  name: 'Olle Berg',
  email: 'olle@example.se',
  message: 'När öppnar anmälan?',
  is_read: false,
  created_at: '2027-01-14T15:12:00.000Z',
  ...part,
});
const UNREAD_MESSAGE = message({ id: '0190a000-0000-7000-8000-000000000001', subject: 'Ny' });
const READ_MESSAGE = message({
  id: '0190a000-0000-7000-8000-000000000002',
  subject: 'Gammal',
  is_read: true,
});

async function open(path = '/?tab=contact', answers: Record<string, unknown> = {}) {
  const page = show(<ContactTab />, {
    path,
    answers: {
      [INFO]: info,
      [MESSAGES]: [UNREAD_MESSAGE, READ_MESSAGE],
      [MARK_READ]: { ...UNREAD_MESSAGE, is_read: true },
      [UPDATE]: info,
      ...answers,
    },
  });
  await screen.findByRole('heading', { name: 'Meddelanden (2)' });
  return {
    ...page,
    sent: (name: string) =>
      page.calls.filter(({ procedure }) => procedure === name).map(({ input }) => input),
  };
}

/** A failed assertion on an element would print React's whole internal state. */
const expectDialogClosed = () => waitFor(() => expect(document.querySelectorAll('dialog').length).toBe(0));

describe('the list of contact messages', () => {
  test('marks a new message as read once when it is opened, and does not mark a read message', async () => {
    const { sent, answers } = await open();
    answers[MESSAGES] = [{ ...UNREAD_MESSAGE, is_read: true }, READ_MESSAGE];
    expect(screen.getByText('1 nytt')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ny' }));
    await waitFor(() => expect(sent(MARK_READ)).toEqual([{ id: UNREAD_MESSAGE.id, is_read: true }]));
    expect(place.url).toBe(`/?tab=contact&message=${UNREAD_MESSAGE.id}`);
    await waitFor(() => expect(screen.queryByText('1 nytt') === null).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    await userEvent.click(screen.getByRole('button', { name: 'Gammal' }));
    await screen.findByRole('dialog', { name: 'Gammal' });
    expect(sent(MARK_READ)).toHaveLength(1);
  });

  test('keeps a message unread after "Markera som oläst" in its open dialog', async () => {
    const { sent } = await open(`/?tab=contact&message=${READ_MESSAGE.id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Gammal' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Markera som oläst' }));
    await waitFor(() => expect(sent(MARK_READ)).toEqual([{ id: READ_MESSAGE.id, is_read: false }]));
  });

  test('shows a toast and the refetched list when marking a message fails', async () => {
    const { answers } = await open('/?tab=contact', {
      [MARK_READ]: new AppError('contact.message_not_found'),
    });
    answers[MESSAGES] = [READ_MESSAGE];
    await userEvent.click(screen.getByRole('button', { name: 'Markera som läst: Ny' }));
    await toastSaying('Fel vid uppdatering av meddelande');
    await screen.findByRole('heading', { name: 'Meddelanden (1)' });
  });

  test('moves focus to the list after a message is deleted', async () => {
    const { answers } = await open('/?tab=contact', {
      'admin.contact.deleteMessage': { message: 'Meddelandet har tagits bort.' },
    });
    answers[MESSAGES] = [READ_MESSAGE];
    const deleteButton = screen.getByRole('button', { name: 'Ta bort: Ny' });
    deleteButton.focus();
    await userEvent.click(deleteButton);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await screen.findByRole('heading', { name: 'Meddelanden (1)' });
    await expectDialogClosed();
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('meddelanden');
  });

  test('searches without regard to case and keeps the query in the URL', async () => {
    await open();
    await userEvent.type(screen.getByRole('searchbox'), 'GAMMAL');
    await waitFor(() => expect(place.url).toBe('/?tab=contact&q=GAMMAL'));
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  test('searches name, e-mail address, subject and text', () => {
    const searchableMessages = toSearchable([UNREAD_MESSAGE, { ...READ_MESSAGE, name: 'Åsa' }]);
    const matchingSubjects = (q: string) => findMessages(searchableMessages, q).map(({ subject }) => subject);
    for (const q of ['', ' ', 'olle@', 'anmälan']) expect(matchingSubjects(q)).toEqual(['Ny', 'Gammal']);
    expect(matchingSubjects('asa')).toEqual(['Gammal']);
    expect(matchingSubjects('ny')).toEqual(['Ny']);
  });

  test('folds the texts once, not for each search', () => {
    expect(findMessages([{ message: READ_MESSAGE, text: 'vikt text' }], 'VIKT')).toEqual([READ_MESSAGE]);
  });

  test.each([
    ['olle@example.se', 'Fråga', 'mailto:olle@example.se?subject=Sv%3A%20Fr%C3%A5ga'],
    ['olle@example.se', 'SV: Fråga', 'mailto:olle@example.se?subject=SV%3A%20Fr%C3%A5ga'],
    ['a?bcc=b&c@example.se', '&body=x', 'mailto:a%3Fbcc%3Db%26c@example.se?subject=Sv%3A%20%26body%3Dx'],
  ])('replies to %p about %p with the link %p', (email, subject, href) => {
    expect(mailtoOf({ email, subject })).toBe(href);
  });
});

async function retype(values: Record<string, string>) {
  for (const name of Object.keys(values)) await userEvent.clear(control(name));
  await fill(values);
}

describe('the contact info dialog', () => {
  test("sends only changed fields, so that another admin's changes survive, and marks an invalid field", async () => {
    const { sent } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Redigera' }));
    await retype({ company_name: 'Nytt namn', email: 'fel@' });
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    await screen.findByText('Ange en giltig e-postadress.');
    expect(document.activeElement).toBe(control('email'));
    await retype({ email: 'ny@example.se' });
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    await toastSaying('Kontaktinformation uppdaterad');
    expect(sent(UPDATE)).toEqual([{ company_name: 'Nytt namn', email: 'ny@example.se' }]);
    await expectDialogClosed();
    await userEvent.click(await screen.findByRole('button', { name: 'Redigera' }));
    await userEvent.clear(control('phone'));
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(sent(UPDATE)[1]).toEqual({ phone: '' }));
  });

  test('keeps the input and shows a toast when the save fails', async () => {
    await open('/?tab=contact&edit=info', { [UPDATE]: new AppError('server.failed') });
    await screen.findByRole('dialog', { name: 'Kontaktinformation' });
    await retype({ phone: '070-2' });
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    await toastSaying('Fel vid uppdatering av kontaktinformation');
    expect(control('phone').value).toBe('070-2');
  });
});
