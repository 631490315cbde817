import { afterEach, beforeEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MyDataPage from '#client/pages/my-data.tsx';
import type { MyData } from '#src/features/privacy/contract.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { alerts, openPage } from '#tests/support/account-page.tsx';
import { freshPage } from '#tests/support/client.tsx';
import { fill } from '#tests/support/form.ts';
import { logOutQuietly, ownAccount } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  logOutQuietly();
  // React Query logs a failed fetch.
  spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => mock.restore());

const READ = 'marketplace.privacy.dataByLink';
const DELETE = 'marketplace.privacy.deleteByLink';
const REQUEST = 'marketplace.privacy.mailLink';
const INVALID_LINK_TEXT = 'Länken är ogiltig eller har gått ut.';

const DATA: MyData = {
  site_name: 'Loppkalendern',
  created_at: '2027-01-15T09:00:00.000Z',
  account: { ...ownAccount(), is_contested: false, is_suspended: true },
  usernames: [],
  sessions: [],
  login_addresses: [],
  links: [],
  announcements: [],
  reservations: [],
  conversations: [],
  blocks: [],
  reports_made: [],
  reports_about_me: [],
  watches: { email: 'anna@example.se', paused_until: null, watches: [], requests: [], news: [] },
  statements: [],
  admin_acts: [],
  mails: [],
  contact_messages: [],
  notices: [],
  submissions: [],
  organiser: { links: [], proposals: [] },
};

const open = (read: () => unknown = () => DATA, otherProcedures: Record<string, () => unknown> = {}) =>
  openPage(
    '/marketplace/my-data/abc-123',
    '/marketplace/my-data/:token',
    <MyDataPage />,
    { [READ]: read, ...otherProcedures },
    { strict: true },
  );
const failWith = (code: ErrorCode) => () => {
  throw new AppError(code);
};
const button = (name: string) => screen.findByRole('button', { name });

describe('the page of a data link', () => {
  test('shows a loading text, then the account, and fetches the data once with the token', async () => {
    const response = Promise.withResolvers<MyData>();
    const { callsOf } = open(() => response.promise);
    expect((await screen.findByRole('status')).textContent).toBe('Hämtar dina uppgifter...');
    response.resolve(DATA);
    await screen.findByText('anna@example.se');
    const facts = [...document.querySelectorAll('.linked-data > div')].map((row) => row.textContent);
    expect(facts).toEqual(['NamnAnna Andersson', 'E-postanna@example.se', 'Annonser0', 'Konversationer0']);
    expect(callsOf(READ).map((call) => call.input)).toEqual([{ token: 'abc-123' }]);
    expect(document.title).toBe('Dina uppgifter – Loppkalendern');
  });

  test('saves the data as a file', async () => {
    open();
    const savedBlobs: Blob[] = [];
    spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      savedBlobs.push(blob as Blob);
      return 'blob:x';
    });
    const fileNames: string[] = [];
    spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      fileNames.push(this.download);
    });
    fireEvent.click(await button('Ladda ner mina uppgifter'));
    expect(fileNames).toEqual(['loppkalendern-mina-uppgifter-2027-01-15.json']);
    expect(JSON.parse((await savedBlobs[0]?.text()) ?? '')).toEqual(DATA);
  });

  test('shows an error for an invalid link and mails a new one', async () => {
    const { callsOf } = open(failWith('data_link.invalid'), { [REQUEST]: () => ({ message: 'Skickad' }) });
    await screen.findByRole('alert');
    expect(alerts()).toEqual([INVALID_LINK_TEXT]);
    expect(screen.queryByRole('button', { name: 'Ta bort mitt konto' })).toBeNull();
    await fill({ email: 'anna@example.se' });
    await userEvent.click(await button('Skicka en ny länk'));
    await screen.findByText('Skickad');
    expect(callsOf(REQUEST).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
    expect(callsOf(READ)).toHaveLength(1);
  });

  test('shows other errors with a retry', async () => {
    let isFailing = true;
    open(() => {
      if (isFailing) throw new AppError('request.too_many');
      return DATA;
    });
    await screen.findByRole('alert');
    expect(alerts()).toEqual(['Du har gjort det här för många gånger. Vänta en stund och försök igen.']);
    isFailing = false;
    await userEvent.click(await button('Försök igen'));
    await screen.findByText('anna@example.se');
  });
});

describe('deleting the account with the link', () => {
  const openDeleteDialog = async () => {
    await userEvent.click(await button('Ta bort mitt konto'));
    return within(await screen.findByRole('dialog', { name: 'Ta bort ditt konto?' }));
  };

  test('asks first, with focus on the cancel button', async () => {
    const { callsOf } = open();
    const dialog = await openDeleteDialog();
    expect(document.activeElement?.textContent).toBe('Avbryt');
    expect(dialog.getByText('anna@example.se')).toBeDefined();
    expect(dialog.getByText('alla meddelanden som du har skrivit')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsOf(DELETE)).toEqual([]);
  });

  test('sends one request for two presses, and the message of the response replaces the data', async () => {
    const response = Promise.withResolvers<{ message: string }>();
    const { callsOf } = open(undefined, { [DELETE]: () => response.promise });
    const deleteButton = (await openDeleteDialog()).getByRole('button', {
      name: 'Ta bort kontot för alltid',
    });
    deleteButton.click();
    deleteButton.click();
    await waitFor(() => expect(callsOf(DELETE)).toHaveLength(1));
    response.resolve({ message: 'Ditt konto är borttaget.' });
    const message = await screen.findByText('Ditt konto är borttaget.');
    await waitFor(() => expect(document.activeElement === message).toBe(true));
    expect(screen.queryByText('anna@example.se')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: 'Till kalendern' }).getAttribute('href')).toBe('/');
    expect(callsOf(DELETE).map((call) => call.input)).toEqual([{ token: 'abc-123' }]);
  });

  test('shows an error in the dialog', async () => {
    open(undefined, { [DELETE]: failWith('data_link.invalid') });
    const dialog = await openDeleteDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Ta bort kontot för alltid' }));
    await waitFor(() => expect(alerts()).toEqual([INVALID_LINK_TEXT]));
  });
});
