import { beforeEach, describe, expect, test } from 'bun:test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ContactPage from '#client/pages/contact.tsx';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { AppError } from '#src/shared/errors.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

const EMPTY_INFO = {
  company_name: null,
  address: null,
  phone: null,
  email: null,
  business_hours: null,
  description: null,
};
const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej!' };
const SEND = 'public.contact.sendMessage';

function open(respond: () => unknown = () => ({ message: 'Tack från servern' }), info: object = EMPTY_INFO) {
  const server = fakeServer({ 'public.contact.info': () => info, [SEND]: respond });
  renderAt('/contact', <ContactPage />);
  return { ...server, sent: () => server.calls.filter((call) => call.procedure === SEND) };
}

beforeEach(forgetDrafts);

const pressSend = () => userEvent.click(screen.getByRole('button', { name: 'Skicka meddelande' }));
describe('the contact form', () => {
  for (const missing of Object.keys(MESSAGE)) {
    test(`shows "Vänligen fyll i alla fält", marks the field and sends nothing without ${missing}`, async () => {
      const { sent } = open();
      const { [missing as keyof typeof MESSAGE]: _, ...otherValues } = MESSAGE;
      await fill(otherValues);
      await pressSend();
      expect(screen.getByText('Vänligen fyll i alla fält')).toBeTruthy();
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
      expect(document.activeElement).toBe(control(missing));
      expect(describedBy(missing)).toBe('Behöver fyllas i');
      expect(sent()).toEqual([]);
    });
  }

  test('rejects a value of white space alone', async () => {
    const { sent } = open();
    await fill({ ...MESSAGE, subject: '   ' });
    await pressSend();
    expect(screen.getByText('Vänligen fyll i alla fält')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  test('shows an invalid e-mail address at its field', async () => {
    open();
    await fill({ ...MESSAGE, email: 'anna@' });
    await pressSend();
    expect(describedBy('email')).toBe('Ange en giltig e-postadress.');
    expect(screen.queryByText('Vänligen fyll i alla fält')).toBeNull();
    await userEvent.type(control('email'), 'example.se');
    expect(control('email').getAttribute('aria-invalid')).toBeNull();
  });

  test('shows the message of the server as a toast and clears the form', async () => {
    const { sent } = open();
    await fill(MESSAGE);
    await pressSend();
    expect(await screen.findByText('Tack från servern')).toBeTruthy();
    expect(sent().map((call) => call.input)).toEqual([{ ...MESSAGE, website: '' }]);
    for (const name of Object.keys(MESSAGE)) expect(control(name).value).toBe('');
  });

  test('keeps the draft across pages until it is sent', async () => {
    open();
    await fill(MESSAGE);
    cleanup();
    open();
    expect(control('message').value).toBe(MESSAGE.message);
    await pressSend();
    await screen.findByText('Tack från servern');
    cleanup();
    open();
    expect(control('message').value).toBe('');
  });

  test('shows a toast and keeps the input when the request fails', async () => {
    const { disconnect } = open();
    await fill(MESSAGE);
    disconnect();
    await pressSend();
    expect(await screen.findByText('Fel vid skickande av meddelande. Försök igen.')).toBeTruthy();
    for (const [name, value] of Object.entries(MESSAGE)) expect(control(name).value).toBe(value);
  });

  test('shows the error message of the server above the form in addition to the toast', async () => {
    open(() => {
      throw new AppError('request.too_many', { retryAfter: 60 });
    });
    await fill(MESSAGE);
    await pressSend();
    expect(
      await screen.findByText('Du har gjort det här för många gånger. Vänta en stund och försök igen.'),
    ).toBeTruthy();
    expect(await screen.findByText('Fel vid skickande av meddelande. Försök igen.')).toBeTruthy();
  });

  test('shows after server.uncertain that the outcome is unknown, above the form and as a toast', async () => {
    const uncertainText =
      'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.';
    open(() => {
      throw new AppError('server.uncertain');
    });
    await fill(MESSAGE);
    await pressSend();
    await waitFor(() => expect(screen.getAllByText(uncertainText)).toHaveLength(2));
    expect(screen.queryByText('Fel vid skickande av meddelande. Försök igen.')).toBeNull();
  });

  test('keeps the button busy and ignores a second press while the message is being sent', async () => {
    const response = Promise.withResolvers<{ message: string }>();
    const { sent } = open(() => response.promise);
    await fill(MESSAGE);
    await pressSend();
    const button = screen.getByRole('button', { name: 'Skicka meddelande' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    await pressSend();
    fireEvent.submit(screen.getByRole('form'));
    response.resolve({ message: 'Framme' });
    expect(await screen.findByText('Framme')).toBeTruthy();
    expect(button.getAttribute('aria-busy')).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  test('keeps the honeypot field out of the tab order and the accessibility tree', () => {
    open();
    expect(screen.queryByRole('textbox', { name: 'Lämna fältet tomt' })).toBeNull();
    expect(control('website').tabIndex).toBe(-1);
  });
});

test('a link can fill in the subject, up to its greatest length', () => {
  fakeServer({ 'public.contact.info': () => EMPTY_INFO });
  renderAt(`/contact?subject=${encodeURIComponent(`Fel på loppet ${'x'.repeat(300)}`)}`, <ContactPage />);
  expect(control('subject').value).toBe(`Fel på loppet ${'x'.repeat(186)}`);
  expect(control('message').value).toBe('');
});

describe('the contact details', () => {
  test('show only the fields that are set, e-mail address and phone number as links', async () => {
    open(undefined, { ...EMPTY_INFO, email: 'hej@example.se', phone: '070-174 06 05' });
    const details = await screen.findByRole('region', { name: 'Kontaktuppgifter' });
    expect(within(details).getByText('hej@example.se').getAttribute('href')).toBe('mailto:hej@example.se');
    expect(within(details).getByText('070-174 06 05').getAttribute('href')).toBe('tel:0701740605');
    expect(within(details).queryByText('Adress')).toBeNull();
    expect(within(details).queryByText('Öppettider')).toBeNull();
  });

  test('are not rendered when no field is set', async () => {
    const { calls } = open();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Kontaktuppgifter' })).toBeNull();
  });
});
