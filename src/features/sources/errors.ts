import type { ErrorRows } from '#src/shared/error-rows.ts';

export const SOURCE_ERRORS = {
  'source.required': [400, 'Ange både namn och adress.', 'The name or the address of the source is missing.'],
  'source.exists': [409, 'Det finns redan en källa med den adressen.', 'Another source has the address.'],
  'source.not_found': [404, 'Källan finns inte.', 'There is no such source.'],
  'source.changed': [
    409,
    'Någon annan har ändrat källan sedan du öppnade den.',
    'Somebody else has changed the source since the given `version`.',
  ],
  'source.change_not_found': [
    404,
    'Ändringen väntar inte längre.',
    'The change does not wait, or no longer.',
  ],
  'source.conflict': [
    409,
    'Ändringen passar inte ihop med evenemanget.',
    'The change does not fit other fields of the event. `detail` says why.',
  ],
  'source.dns': [400, 'Adressens domän finns inte.', 'The host of the source does not exist.'],
  'source.tls': [400, 'Webbplatsens certifikat är ogiltigt.', 'The certificate of the source is not valid.'],
  'source.refused': [400, 'Webbplatsen svarar inte.', 'The connection to the source failed.'],
  'source.timeout': [400, 'Webbplatsen svarade inte i tid.', 'The source did not respond in time.'],
  'source.too_large': [400, 'Filen är större än 10 MB.', 'The source is larger than 10 MB.'],
  'source.private': [
    400,
    'Adressen leder till ett privat nät eller en annan port än 80 och 443.',
    'The source is at a private address or another port than 80 and 443, or redirects to one.',
  ],
  'source.redirect': [
    400,
    'Adressen leder vidare för många gånger, eller till en adress som är för lång.',
    'The source redirects more than five times, or to no web address or one over 2,000 characters.',
  ],
  'source.unreadable': [
    400,
    'Svaret går inte att packa upp.',
    'The response of the source cannot be decompressed.',
  ],
  'source.gone': [400, 'Det finns inget på adressen längre.', 'The source responded with 404 or 410.'],
  'source.forbidden': [
    400,
    'Webbplatsen släpper inte in kalendern.',
    'The source responded with 401 or 403.',
  ],
  'source.http': [
    400,
    'Webbplatsen svarade med ett fel.',
    'The source responded with another status than 200.',
  ],
  'source.format': [
    400,
    'Innehållet är varken iCalendar, JSON Feed eller en CSV med kolumnerna event_name och event_date.',
    'The content is not iCalendar, CSV with the columns of the import, or a JSON Feed.',
  ],
  'source.too_many': [
    400,
    'Källan har fler än 20 000 evenemang. Dela upp den.',
    'The source has more than 20,000 events.',
  ],
  'source.too_costly': [
    400,
    'Källan tar för lång tid eller för mycket minne att läsa. Dela upp den eller ta bort upprepningar.',
    'Reading the source exceeds its time or its memory.',
  ],
  'source.empty': [400, 'Källan innehåller inga evenemang.', 'The source has no events.'],
  'source.unusable': [
    400,
    'Inget i källan går att läsa in. Välj sport och distanser om källan saknar dem.',
    'None of the events has all that is required, such as a sport.',
  ],
} as const satisfies ErrorRows;
