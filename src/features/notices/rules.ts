import { orderNumberOf } from '#src/features/announcements/rules.ts';

/** The number of an ad, from the path of its page or the whole address. Undefined if it is not one of this site. */
export function orderNumberIn(typed: string, siteOrigin: string): string | undefined {
  const url = URL.parse(typed, siteOrigin);
  return url?.origin === siteOrigin ? orderNumberOf(url.pathname) : undefined;
}
