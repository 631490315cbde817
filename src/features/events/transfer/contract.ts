import * as v from 'valibot';
import { TRANSFER_PAYERS, TRANSFER_PLACES, TRANSFER_POLICIES } from '../fields/choices.ts';

/** `open` without dates means that the organizer allows transfers and no periods are known. */
const TRANSFER_STATES = ['unknown', 'not_open', 'open', 'closed', 'forbidden'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * What holds for one distance today in Stockholm. The days, fee, payer and place are those of the current period, else
 * of the next one, else of the last. Both days are included. The fee is in whole kronor.
 */
export const Transfer = v.object({
  policy: v.picklist(TRANSFER_POLICIES),
  state: v.picklist(TRANSFER_STATES),
  opens_on: v.nullable(v.string()),
  closes_on: v.nullable(v.string()),
  fee: v.nullable(v.number()),
  payer: v.nullable(v.picklist(TRANSFER_PAYERS)),
  where: v.nullable(v.picklist(TRANSFER_PLACES)),
  rules_url: v.nullable(v.string()),
  checked_on: v.nullable(v.string()),
});
export type Transfer = v.InferOutput<typeof Transfer>;
