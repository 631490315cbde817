import type { ErrorRows } from '#src/shared/error-rows.ts';

export const ANNOUNCEMENT_ERRORS = {
  'announcement.event': [400, 'Välj ett evenemang', 'The id of the event is missing or invalid.'],
  'announcement.distance': [400, 'Välj distans', 'The distance is missing or not one of the event.'],
  'announcement.price': [400, 'Ange ett giltigt pris', 'The price is not an integer from 1 to 1,000,000.'],
  'announcement.name_change_fee': [
    400,
    'Ange kostnad för namnbyte',
    'The name change fee is missing or invalid.',
  ],
  'announcement.new_fee': [
    400,
    'Ange en giltig namnbytesavgift',
    'The name change fee is not an integer from 0 to 1,000,000.',
  ],
  'announcement.type': [
    400,
    'Välj om du säljer eller söker en startplats.',
    'The type is neither `sale` nor `wanted`.',
  ],
  'announcement.changed': [
    409,
    'Annonsen har ändrats i ett annat fönster sedan du öppnade den.',
    'The ad has changed since the given `version`.',
  ],
  'announcement.not_found': [404, 'Annonsen finns inte.', 'The ad does not exist.'],
  'announcement.not_own': [403, 'Annonsen är inte din.', 'The ad belongs to another member.'],
  'announcement.completed': [409, 'Annonsen är redan slutförd.', 'The ad is already completed.'],
  'announcement.inactive': [409, 'Annonsen är inte aktiv.', 'The ad is not active.'],
  'announcement.expired': [
    409,
    'Annonsen har gått ut, eller så är överlåtelse inte möjlig. Bara ägaren kan förnya den.',
    'The ad has expired, or its race allows no transfer. Only its owner can renew it.',
  ],
  'announcement.paused': [
    409,
    'Annonsen är pausad.',
    'The ad is paused, because its event was cancelled or postponed.',
  ],
  'announcement.reserved': [
    409,
    'Annonsen är redan reserverad.',
    'The ad is already reserved for somebody else.',
  ],
  'announcement.reservation_prolonged': [
    409,
    'Reservationen är redan förlängd en gång.',
    'The reservation was already prolonged once.',
  ],
  'announcement.final_price': [
    400,
    'Ange slutpriset i hela kronor, eller lämna fältet tomt.',
    'The final price is not an integer from 1 to 1,000,000.',
  ],
  'announcement.too_many': [
    409,
    'Du har redan 50 öppna annonser. Slutför eller ta bort någon av dem först.',
    'The member already has 50 open ads.',
  ],
  'announcement.too_many_kept': [
    409,
    'Du har redan 200 annonser, om man räknar med de slutförda. Ta bort någon av dem först.',
    'The member already has 200 ads, including closed ones.',
  ],
  'announcement.event_gone': [409, 'Evenemanget finns inte längre.', 'The event does not exist any more.'],
  'announcement.event_cancelled': [409, 'Loppet är inställt.', 'The event is cancelled.'],
  'announcement.event_postponed': [
    409,
    'Loppet är framflyttat, och det nya datumet är inte klart.',
    'The event is postponed, and its new date is not known.',
  ],
  'announcement.transfer_forbidden': [
    409,
    'Arrangören tillåter inte överlåtelse.',
    'The organizer does not allow transfers.',
  ],
  'announcement.transfer_closed': [
    409,
    'Namnbytet är stängt.',
    'The last transfer period for the distance has ended.',
  ],
  'announcement.event_passed': [409, 'Evenemanget har redan varit.', 'The event has passed.'],
} as const satisfies ErrorRows;
