import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SubmitEventPage from '#client/pages/submit-event.tsx';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { RACE_FIELD_NAMES } from '#src/features/events/fields.ts';
import { freshPage } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

const SUBMIT = 'public.submissions.submit';
const REQUIRED_NOTICE = 'Vänligen fyll i alla obligatoriska fält';
const INVALID_DISTANCE = 'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")';
const REQUIRED = {
  event_name: 'Vinterspåret Falun',
  event_date: '2027-02-06',
  sport_type: 'Längdskidor',
  distances: '21 km, 42,2 km,',
  submitter_name: 'Karin Hedlund',
  submitter_email: 'karin@example.se',
};
/** The public form has no additional fields. */
const FORM_FIELDS = RACE_FIELD_NAMES.filter((name) => name !== 'additional_fields');
const EXPECTED_INPUT: Record<string, string> = {
  ...Object.fromEntries(FORM_FIELDS.map((name) => [name, ''])),
  ...REQUIRED,
  distances: '21 km, 42,2 km',
  website: '',
};

function open(respond: () => unknown = () => ({ message: 'Tack från servern' })) {
  const server = fakeServer({ [SUBMIT]: respond });
  renderAt('/submit-event', <SubmitEventPage />);
  return server;
}
freshPage('2027-01-15T10:00:00+01:00');
beforeEach(forgetDrafts);

const pressSubmit = () => userEvent.click(screen.getByRole('button', { name: 'Skicka förslag' }));
const chips = () => [...document.querySelectorAll('.distance-chip')].map((chip) => chip.textContent);

describe('"Lägg till lopp"', () => {
  for (const missing of Object.keys(REQUIRED)) {
    test(`shows "${REQUIRED_NOTICE}", marks the field and sends nothing without ${missing}`, async () => {
      const { calls } = open();
      const { [missing as keyof typeof REQUIRED]: _, ...otherValues } = REQUIRED;
      await fill(otherValues);
      await pressSubmit();
      expect(screen.getByText(REQUIRED_NOTICE)).toBeTruthy();
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
      expect(document.activeElement).toBe(control(missing));
      expect(describedBy(missing)).toBe('Behöver fyllas i');
      expect(calls).toEqual([]);
    });
  }

  const invalidCases: [string, Record<string, string>, string, string][] = [
    [
      'an end date before the start date',
      { event_end_date: '2027-02-05' },
      'event_end_date',
      'Slutdatum kan inte vara före startdatum.',
    ],
    [
      'an invalid link',
      { race_link: 'exempel' },
      'race_link',
      'Ange en giltig länk som börjar med http:// eller https://.',
    ],
    [
      'a javascript: link',
      { result_link: 'javascript:alert(1)' },
      'result_link',
      'Ange en giltig länk som börjar med http:// eller https://.',
    ],
    [
      'an invalid e-mail address',
      { submitter_email: 'karin@' },
      'submitter_email',
      'Ange en giltig e-postadress.',
    ],
    ['an invalid distance', { distances: '21 km, lång' }, 'distances', INVALID_DISTANCE],
  ];
  for (const [problem, changedValues, field, errorText] of invalidCases) {
    test(`rejects ${problem} at its field and sends nothing`, async () => {
      const { calls } = open();
      await fill({ ...REQUIRED, ...changedValues });
      await pressSubmit();
      expect(describedBy(field)).toBe(errorText);
      expect(document.activeElement).toBe(control(field));
      expect(screen.queryByText(REQUIRED_NOTICE)).toBeNull();
      expect(calls).toEqual([]);
    });
  }

  test('rejects distances that a newly chosen sport does not accept', async () => {
    const { calls } = open();
    await fill({ ...REQUIRED, sport_type: 'Triathlon', distances: 'Sprint, Olympic,' });
    expect(chips()).toEqual(['Sprint', 'Olympic']);
    await fill({ sport_type: 'Löpning' });
    await pressSubmit();
    expect(describedBy('distances')).toBe(INVALID_DISTANCE);
    expect(calls).toEqual([]);
  });

  test('sends distances joined by comma and space, shows the message as a toast and clears the form', async () => {
    const { calls } = open();
    await fill(REQUIRED);
    await pressSubmit();
    expect(await screen.findByText('Tack från servern')).toBeTruthy();
    expect(calls).toEqual([{ procedure: SUBMIT, input: EXPECTED_INPUT }]);
    const confirmation = screen.getByText(/är inskickat för granskning/).textContent;
    expect(confirmation).toContain('”Vinterspåret Falun”');
    expect(confirmation).toContain('karin@example.se');
    for (const name of Object.keys(EXPECTED_INPUT)) expect(control(name).value).toBe('');
    expect(chips()).toEqual([]);
  });

  test('sends every optional field', async () => {
    const { calls } = open();
    const formattedValues: Record<string, string> = {
      event_end_date: '2027-02-07',
      landskap: 'Dalarna',
      race_link: 'https://example.se/lopp',
      result_link: 'https://example.se/resultat',
    };
    const optionalFields = FORM_FIELDS.filter((name) => !(name in REQUIRED));
    const optionalValues = Object.fromEntries(
      optionalFields.map((name) => [name, formattedValues[name] ?? `Text of ${name}`]),
    );
    await fill({ ...REQUIRED, ...optionalValues });
    await pressSubmit();
    await screen.findByText('Tack från servern');
    expect(calls[0]?.input).toEqual({ ...EXPECTED_INPUT, ...optionalValues });
  });

  test('adds https:// to a link that was typed without it', async () => {
    const { calls } = open();
    await fill({ ...REQUIRED, race_link: 'siljansloppet.se', result_link: 'https://example.se/' });
    await userEvent.tab();
    expect(control('race_link').value).toBe('https://siljansloppet.se');
    await pressSubmit();
    await screen.findByText('Tack från servern');
    expect(calls[0]?.input).toMatchObject({
      race_link: 'https://siljansloppet.se',
      result_link: 'https://example.se/',
    });
  });

  test('asks whether a date in the past is next year, and moves both dates on request', async () => {
    open();
    // Screen readers only announce changes of a region that already exists.
    const regions = screen.getAllByRole('status');
    await fill({ event_date: '2026-03-06', event_end_date: '2026-03-08' });
    const question = screen.getByText('Menade du 2027?');
    expect(regions.some((region) => region.contains(question))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Ja, 2027' }));
    expect([control('event_date').value, control('event_end_date').value]).toEqual([
      '2027-03-06',
      '2027-03-08',
    ]);
    expect(screen.queryByText(/Menade du/)).toBeNull();
    expect(document.activeElement).toBe(control('event_date'));
  });

  test('sends a date in the past and a number without a unit as they were typed', async () => {
    const { calls } = open();
    await fill({ ...REQUIRED, event_date: '2026-03-06', distances: '5{Enter}' });
    expect(screen.getByText('5: km eller m?')).toBeTruthy();
    await pressSubmit();
    await screen.findByText('Tack från servern');
    expect(calls[0]?.input).toMatchObject({ event_date: '2026-03-06', distances: '5' });
  });

  test('sends a distance that was typed but not added', async () => {
    const { calls } = open();
    const { distances, ...otherValues } = REQUIRED;
    await fill({ ...otherValues, distances: distances.slice(0, -1) });
    // Submits while the field has focus, so no blur event adds the distance.
    fireEvent.submit(screen.getByRole('form'));
    await screen.findByText('Tack från servern');
    expect(calls[0]?.input).toEqual(EXPECTED_INPUT);
  });

  test('shows a toast and keeps the input when the request fails', async () => {
    const { disconnect } = open();
    await fill(REQUIRED);
    disconnect();
    await pressSubmit();
    expect(await screen.findByText('Fel vid skickande av evenemang. Försök igen.')).toBeTruthy();
    expect(control('event_name').value).toBe(REQUIRED.event_name);
    expect(chips()).toEqual(['21 km', '42,2 km']);
  });

  test('offers every sport except tidslopp, and all 25 landskap', () => {
    open();
    const options = (name: string) =>
      [...control(name).querySelectorAll('option')].map((option) => option.textContent);
    expect(options('sport_type')).toHaveLength(12);
    expect(options('sport_type')).not.toContain('Löpning - tidslopp');
    // 25 landskap and the empty option.
    expect(options('landskap')).toHaveLength(26);
  });

  test('shows the four steps of "Vad händer nu?"', () => {
    open();
    const panel = screen.getByRole('region', { name: 'Vad händer nu?' });
    expect(panel.querySelectorAll('li')).toHaveLength(4);
    expect(panel.textContent).toContain('Du får ett mejl om loppet är godkänt eller behöver kompletteras.');
  });
});
