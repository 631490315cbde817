// What the forms of ads remark on while an owner types. The ad is accepted as it is.
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { kronorText } from '#src/shared/text.ts';

export type UsualPrice = Pick<PublicAnnouncement, 'ordinary_price' | 'median_price'>;

const HIGH_PRICE = 1.2;

/** `2,7`, or `3`. */
const formatTimes = (times: number) => String(Math.round(times * 10) / 10).replace('.', ',');

/** For an owner who enters a price far above the organizer's, or above what places sell for. Empty if it is neither. */
export function priceRemark(
  price: number,
  { ordinary_price: ordinary, median_price: usual }: UsualPrice,
): string {
  const isHigh = ordinary !== null && price > ordinary * HIGH_PRICE;
  const isAboveUsual = usual !== null && price > usual;
  if (!isHigh && !isAboveUsual) return '';
  const times = ordinary ? price / ordinary : 0;
  const excess =
    times >= 2
      ? `${formatTimes(times)} gånger ordinarie.`
      : `${Math.round((times - 1) * 100)} % över ordinarie.`;
  return [isHigh && excess, usual !== null && `Säljs oftast för ${kronorText(usual)}.`]
    .filter(Boolean)
    .join(' ');
}

const PHONE_NUMBER = /(?<![\p{N}-])(?:\+|0)\d(?:[\s()/–-]{0,3}\d){6,12}(?!\p{N})/u;
const EMAIL_ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u;

/** For an owner whose public description has contact details. Empty if it has none. */
export function contactRemark(description: string): string {
  const found = PHONE_NUMBER.test(description)
    ? 'ett telefonnummer'
    : EMAIL_ADDRESS.test(description)
      ? 'en e-postadress'
      : '';
  return (
    found &&
    `Det ser ut som ${found}. Alla kan läsa beskrivningen. Ditt telefonnummer visas ändå för den du skriver med.`
  );
}
