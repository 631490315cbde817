import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { formatPrice } from '#src/shared/text.ts';

type Props = { ad: Pick<PublicAnnouncement, 'ordinary_price' | 'median_price'> };

/** What the organizer charges, and what places are sold for. Nothing if neither is known. */
export function UsualPrices({ ad: { ordinary_price, median_price } }: Props) {
  const texts = [
    ordinary_price !== null && `Ordinarie ${formatPrice(ordinary_price)}`,
    median_price !== null && `Brukar gå för ${formatPrice(median_price)}`,
  ].filter(Boolean);
  return texts.length > 0 && <p className="ad-usual-prices">{texts.join(' · ')}</p>;
}
