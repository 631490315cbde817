import type { ErrorRows } from '#src/shared/error-rows.ts';

export const EVENT_ERRORS = {
  'event.required': [
    400,
    'Vänligen fyll i alla obligatoriska fält',
    'A required field of the event is missing.',
  ],
  'event.date': [
    400,
    'Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
    'A date does not exist or is not written as `YYYY-MM-DD`.',
  ],
  'event.end_before_start': [
    400,
    'Slutdatum kan inte vara före startdatum.',
    'The end date is before the start date.',
  ],
  'event.sport': [
    400,
    'Välj en av de sporter som finns.',
    'The sport is unknown, or not available in the public form.',
  ],
  'event.landskap': [
    400,
    'Välj ett av Sveriges 25 landskap.',
    'The landskap is not one of the 25 provinces.',
  ],
  'event.distance': [
    400,
    'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")',
    'A distance is not valid for the sport.',
  ],
  'event.too_many_distances': [
    400,
    'Ett evenemang kan ha högst 30 distanser.',
    'The event has more than 30 distances.',
  ],
  'event.field_incomplete': [
    400,
    'Vänligen fyll i både fältetikett och värde',
    'An additional field has no label or no value.',
  ],
  'event.too_many_fields': [
    400,
    'Ett evenemang kan ha högst 20 extra fält.',
    'The event has more than 20 additional fields.',
  ],
  'event.too_many_dates': [
    400,
    'Ett evenemang kan ha högst 20 tidigare datum.',
    'There are more than 20 previous dates.',
  ],
  'event.choice': [400, 'Välj ett av de värden som finns.', 'The value is not one of the allowed ones.'],
  'event.boolean': [400, 'Skriv true eller false.', 'The value is neither `true` nor `false`.'],
  'event.registration_order': [
    400,
    'Anmälan kan inte stänga innan den öppnar.',
    'The registration closes before it opens.',
  ],
  'event.transfer_order': [
    400,
    'En period för namnbyte kan inte sluta innan den börjar.',
    'A transfer period ends before it starts.',
  ],
  'event.transfer_distance': [
    400,
    'En period eller ett pris gäller en distans som loppet inte har.',
    'A transfer period or ordinary price is for a distance that the event does not have.',
  ],
  'event.transfer_after_race': [
    400,
    'En period för namnbyte kan inte gälla efter loppets sista dag.',
    'A transfer period ends or starts after the last day of the event.',
  ],
  'event.transfer_ambiguous': [
    400,
    'Två perioder för namnbyte slutar samma dag för samma distans. Då går det inte att veta vilken som gäller.',
    'Two transfer periods end on the same day for the same distance, and neither names fewer distances.',
  ],
  'event.checked_in_future': [
    400,
    'Reglerna kan inte vara kontrollerade en dag som inte har varit.',
    '`transfer_checked_on` is after today in Stockholm.',
  ],
  'event.price_repeated': [
    400,
    'En distans kan bara ha ett ordinarie pris.',
    'A distance has two ordinary prices.',
  ],
  'event.too_many_periods': [
    400,
    'Ett evenemang kan ha högst 20 perioder för namnbyte.',
    'The event has more than 20 transfer periods.',
  ],
  'event.kronor': [400, 'Ange ett belopp i hela kronor.', 'An amount is not an integer within its limits.'],
  'event.too_many_needs': [
    400,
    'Ange högst 10 uppgifter som köparen ska lämna.',
    'There are more than 10 facts that the buyer must give.',
  ],
  'event.banner_order': [
    400,
    'Bannertextens slut kan inte vara före dess start.',
    'The end of the banner text is before its start.',
  ],
  'event.place': [
    400,
    'Ange både latitud och longitud för en plats i eller nära Sverige (t.ex. 59,33 och 18,07).',
    'The coordinates are incomplete or not in or near Sweden.',
  ],
  'event.exists': [
    409,
    'Evenemanget finns redan.',
    'The event already exists: in the errors of an import, or the series has the copy already.',
  ],
  'event.not_found': [404, 'Evenemanget finns inte.', 'The event does not exist.'],
  'event.changed': [
    409,
    'Någon annan har ändrat evenemanget sedan du öppnade det.',
    'Somebody else has changed the event since the given `version`.',
  ],
  'event.too_many': [
    400,
    'Det går att ändra högst 20 000 evenemang på en gång.',
    'The call changes more than 20,000 events.',
  ],
  'event.same': [400, 'Välj två olika evenemang.', 'The two events are the same one.'],
  'event.merged': [
    409,
    'Evenemanget är redan ihopslaget med ett annat.',
    'The event has been merged into another one.',
  ],
  'series.not_found': [404, 'Serien finns inte.', 'The series does not exist.'],
  'series.required': [400, 'Ange både namn och adress.', 'The name or the slug of the series is missing.'],
  'series.slug': [
    400,
    'Adressen får bara ha små bokstäver a–z, siffror och enkla bindestreck mellan dem.',
    'The slug does not consist of `a` to `z`, digits and single hyphens between them.',
  ],
  'series.slug_taken': [
    409,
    'Adressen används, eller har använts, av en annan serie. Välj en annan.',
    'The slug is or was that of another series.',
  ],
  'series.merged_into_itself': [
    400,
    'En serie kan inte slås ihop med sig själv.',
    'The series cannot be merged into itself.',
  ],
} as const satisfies ErrorRows;
