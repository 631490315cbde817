/** The path of an ad's page begins with this. Its order number follows. */
export const AD_PATH = '/marketplace/annons/';

/** As `announcement_number()` writes them. */
const ORDER_NUMBER = /^SP-(?:\d{4}|[1-9]\d{4,15})$/;

/** The path of an ad's page, from that path or the whole address. Undefined if it is not one of this site. */
export function adPathOf(typed: string, siteOrigin: string): string | undefined {
  const url = URL.parse(typed, siteOrigin);
  if (url?.origin !== siteOrigin) return undefined;
  const [, number = ''] = /^\/marketplace\/annons\/(SP-\d+)\/?$/i.exec(url.pathname) ?? [];
  return number && `${AD_PATH}${number.toUpperCase()}`;
}

export const orderNumberOf = (path: string): string => path.slice(AD_PATH.length);

/** Whether an ad with the number is or was stored. `last` is the number of the last ad. */
export const hasExisted = (orderNumber: string, last: number): boolean => {
  const number = Number(orderNumber.slice('SP-'.length));
  return ORDER_NUMBER.test(orderNumber) && number > 0 && number <= last;
};
