import * as v from 'valibot';
import { isDay } from '#src/shared/dates.ts';
import { DISTANCES_MAX, formatDistances, splitDistances } from '#src/shared/distances.ts';
import { fields, LONG, list, optionalDay, requiredText, SHORT, text } from '#src/shared/fields.ts';
import { type Sport, sportNamed } from '#src/shared/sports.ts';
import { oneLine } from '#src/shared/text.ts';
import {
  ADDITIONAL_FIELDS_MAX,
  BUYER_NEEDS_MAX,
  PREVIOUS_DATES_MAX,
  TRANSFER_INITIATORS,
  TRANSFER_PAYERS,
  TRANSFER_PERIODS_MAX,
  TRANSFER_PLACES,
} from './choices.ts';

export const nullableString = v.nullable(v.string());

export const sport = v.pipe(
  requiredText('event.required'),
  v.check((value) => sportNamed(value) !== undefined, 'event.sport'),
  v.transform((value): Sport => sportNamed(value) ?? 'Löpning'),
);

export const distances = v.pipe(
  text('event.required'),
  v.maxLength(LONG, 'request.too_long'),
  v.transform((list) => formatDistances(splitDistances(list))),
  v.minLength(1, 'event.required'),
  v.maxLength(DISTANCES_MAX, 'event.too_many_distances'),
);

export const additionalFields = v.nullish(
  list(
    fields({
      label: requiredText('event.field_incomplete'),
      value: requiredText('event.field_incomplete', LONG),
    }),
    ADDITIONAL_FIELDS_MAX,
    'event.too_many_fields',
  ),
  [],
);
export const additionalFieldsOutput = v.array(v.object({ label: v.string(), value: v.string() }));

/** A list, or in an import file days separated by semicolons. */
export const previousDates = v.nullish(
  v.pipe(
    v.union([
      v.array(v.string('request.invalid'), 'request.invalid'),
      v.pipe(
        text(),
        v.transform((days) => days.split(';')),
      ),
    ]),
    v.maxLength(PREVIOUS_DATES_MAX, 'event.too_many_dates'),
    v.transform((days) => days.map((day) => day.trim()).filter(Boolean)),
    v.check((days) => days.every(isDay), 'event.date'),
  ),
  [],
);

/** In kronor. Fees may be 0. */
const KRONOR_MAX = 1_000_000;
const kronor = (min: number) =>
  v.pipe(
    v.number('event.kronor'),
    v.integer('event.kronor'),
    v.minValue(min, 'event.kronor'),
    v.maxValue(KRONOR_MAX, 'event.kronor'),
  );

/** Spelled as in the list of distances. */
const distanceText = v.pipe(
  text('event.transfer_distance'),
  v.maxLength(SHORT, 'event.transfer_distance'),
  v.transform((distance) => formatDistances([distance.trim()])[0] ?? ''),
  v.nonEmpty('event.transfer_distance'),
);

/** Both days are included. Without `from` or `to` it has no start or end. Without `distances` it is for all. */
const transferPeriod = v.pipe(
  fields({
    from: optionalDay,
    to: optionalDay,
    distances: v.nullish(list(distanceText, DISTANCES_MAX, 'event.too_many_distances'), []),
    fee: v.nullish(kronor(0), null),
    payer: v.nullish(v.picklist(TRANSFER_PAYERS, 'event.choice'), null),
    where: v.nullish(v.picklist(TRANSFER_PLACES, 'event.choice'), null),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => !from || !to || to >= from, 'event.transfer_order'),
    ['to'],
  ),
);
export const transferPeriods = v.nullish(
  list(transferPeriod, TRANSFER_PERIODS_MAX, 'event.too_many_periods'),
  [],
);

const transferPeriodOutput = v.object({
  from: nullableString,
  to: nullableString,
  distances: v.array(v.string()),
  fee: v.nullable(v.number()),
  payer: v.nullable(v.picklist(TRANSFER_PAYERS)),
  where: v.nullable(v.picklist(TRANSFER_PLACES)),
});
export const transferPeriodsOutput = v.array(transferPeriodOutput);
export type TransferPeriod = v.InferOutput<typeof transferPeriodOutput>;

export const transferInitiator = v.nullish(
  v.union(
    [
      v.picklist(TRANSFER_INITIATORS),
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
    ],
    'event.choice',
  ),
  null,
);

/** A list, or in an import file texts separated by semicolons. */
export const buyerNeeds = v.nullish(
  v.pipe(
    v.union([
      v.array(text(), 'request.invalid'),
      v.pipe(
        text(),
        v.transform((needs) => needs.split(';')),
      ),
    ]),
    v.maxLength(BUYER_NEEDS_MAX, 'event.too_many_needs'),
    v.transform((needs) => needs.map(oneLine).filter(Boolean)),
    v.check((needs) => needs.every((need) => need.length <= SHORT), 'request.too_long'),
  ),
  [],
);

export const ordinaryPrices = v.nullish(
  list(fields({ distance: distanceText, price: kronor(1) }), DISTANCES_MAX, 'event.too_many_distances'),
  [],
);
export const ordinaryPricesOutput = v.array(v.object({ distance: v.string(), price: v.number() }));
