import { priceRemark, type UsualPrice } from './remarks.ts';

/** Under the price. */
export function PriceRemark({ price, usual }: { price: number; usual: UsualPrice }) {
  return (
    <span role="status" className="field-remark">
      {priceRemark(price, usual)}
    </span>
  );
}
