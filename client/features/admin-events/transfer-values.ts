import { kronorOf } from '#client/ui/money-input.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import type { TransferField } from '#src/features/events/fields.ts';
import { addDaysTo, isDay } from '#src/shared/dates.ts';
import { distanceKey } from '#src/shared/distances.ts';

/** As typed. */
export type TypedPeriod = {
  key: number;
  from: string;
  to: string;
  distances: readonly string[];
  fee: string;
  payer: NonNullable<TransferPeriod['payer']> | '';
  where: NonNullable<TransferPeriod['where']> | '';
};

type NonTextName = 'transfer_policy' | 'transfer_periods' | 'transfer_initiator' | 'ordinary_prices';

/** `transfer_buyer_needs` is one text, separated by semicolons. */
export type TransferValues = Record<Exclude<TransferField, NonTextName>, string> &
  Pick<AdminEvent, 'transfer_policy'> & {
    transfer_periods: readonly TypedPeriod[];
    transfer_initiator: NonNullable<AdminEvent['transfer_initiator']> | '';
    /** By {@link distanceKey}. */
    ordinary_prices: Readonly<Record<string, string>>;
  };

const kronorText = (kronor: number | null) => (kronor === null ? '' : String(kronor));

export function transferValuesOf(event: AdminEvent | undefined): TransferValues {
  const { transfer_periods = [], ordinary_prices = [] } = event ?? {};
  return {
    transfer_policy: event?.transfer_policy ?? 'unknown',
    transfer_periods: transfer_periods.map(({ from, to, distances, fee, payer, where }, key) => ({
      key,
      from: from ?? '',
      to: to ?? '',
      distances,
      fee: kronorText(fee),
      payer: payer ?? '',
      where: where ?? '',
    })),
    transfer_initiator: event?.transfer_initiator ?? '',
    transfer_buyer_needs: event?.transfer_buyer_needs.join('; ') ?? '',
    transfer_rules_url: event?.transfer_rules_url ?? '',
    transfer_checked_on: event?.transfer_checked_on ?? '',
    ordinary_prices: Object.fromEntries(
      ordinary_prices.map(({ distance, price }) => [distanceKey(distance), kronorText(price)]),
    ),
  };
}

/** A period that begins when the last one ends, on otherwise the same terms. */
export function nextPeriod(periods: readonly TypedPeriod[]): TypedPeriod {
  const last = periods.at(-1);
  return {
    from: last && isDay(last.to) ? addDaysTo(last.to, 1) : '',
    to: '',
    distances: last?.distances ?? [],
    fee: last?.fee ?? '',
    payer: last?.payer ?? '',
    where: last?.where ?? '',
    key: Math.max(-1, ...periods.map(({ key }) => key)) + 1,
  };
}

const amountOf = (text: string) => (text.trim() ? kronorOf(text) : null);

export const pricedDistances = (
  { ordinary_prices }: Pick<TransferValues, 'ordinary_prices'>,
  distances: readonly string[],
) => distances.filter((distance) => ordinary_prices[distanceKey(distance)]?.trim());

export function transferInputOf(values: TransferValues, distances: readonly string[]) {
  return {
    transfer_policy: values.transfer_policy,
    transfer_periods: values.transfer_periods.map(({ key: _, fee, payer, where, ...period }) => ({
      ...period,
      distances: [...period.distances],
      fee: amountOf(fee),
      payer: payer || null,
      where: where || null,
    })),
    transfer_initiator: values.transfer_initiator || null,
    transfer_buyer_needs: values.transfer_buyer_needs,
    transfer_rules_url: values.transfer_rules_url,
    transfer_checked_on: values.transfer_checked_on,
    ordinary_prices: pricedDistances(values, distances).map((distance) => ({
      distance,
      price: kronorOf(values.ordinary_prices[distanceKey(distance)] ?? ''),
    })),
  };
}
