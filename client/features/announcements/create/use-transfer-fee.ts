import { useEffect, useRef } from 'react';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import type { Transfer } from '#src/features/events/transfer/contract.ts';
import type { CreateValues } from './draft.ts';

type Fee = Pick<CreateValues, 'has_name_change_fee' | 'name_change_fee'>;
const NO_FEE: Fee = { has_name_change_fee: false, name_change_fee: '' };

const isSame = (a: Fee, b: Fee) =>
  a.has_name_change_fee === b.has_name_change_fee && a.name_change_fee === b.name_change_fee;

/** Fills in the organizer's fee if the buyer pays it, until the member enters another one. */
export function useTransferFee(
  transfer: Transfer | undefined,
  values: CreateValues,
  set: FormOf<CreateValues>['set'],
): void {
  const filledIn = useRef(NO_FEE);
  const fee = transfer?.payer === 'buyer' && transfer.fee ? String(transfer.fee) : '';
  const isOwn = !isSame(values, filledIn.current) && !isSame(values, NO_FEE);
  useEffect(() => {
    const suggested = { has_name_change_fee: fee !== '', name_change_fee: fee };
    if (isOwn || isSame(filledIn.current, suggested)) return;
    filledIn.current = suggested;
    set('has_name_change_fee', suggested.has_name_change_fee);
    set('name_change_fee', suggested.name_change_fee);
  }, [fee, isOwn, set]);
}
