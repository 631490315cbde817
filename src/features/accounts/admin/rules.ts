import { byName, sorted } from '../../../shared/sort';
import { fold } from '../../../shared/text';
import type { AccountEdit, AccountUpdate, AdminAccount } from './contract';

/** Which shape of section 7 it is. */
export const isEdit = (update: AccountUpdate): update is AccountEdit => 'full_name' in update;

/** The digits of a phone number as dialled at home: `+46 70-123 45 67` and `070-1234567` are one. */
export const digitsOf = (phone: string): string =>
  phone
    .replace(/\(0\)/g, '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)46/, '0')
    .replace(/\D/g, '');

/** Fewer digits than that are in too many numbers to be meant. */
const DIGITS_LEAST = 3;
const ONLY_A_NUMBER = /^[\d\s+()./-]+$/;

/** A member with what a search looks in, folded once for all searches. */
export type SearchableAccount = { account: AdminAccount; text: string; digits: string };

export const searchable = (accounts: readonly AdminAccount[]): SearchableAccount[] =>
  accounts.map((account) => ({
    account,
    text: fold([account.full_name, account.email, account.phone_number ?? ''].join('\n')),
    digits: digitsOf(account.phone_number ?? ''),
  }));

/** The members whose name, e-mail or phone has what is sought (section 9); a number in whatever way it is parted. */
export function findAccounts(accounts: readonly SearchableAccount[], q: string): AdminAccount[] {
  const sought = fold(q);
  const number = ONLY_A_NUMBER.test(sought) ? digitsOf(sought) : '';
  const isNumber = number.length >= DIGITS_LEAST;
  return accounts
    .filter(({ text, digits }) => text.includes(sought) || (isNumber && digits.includes(number)))
    .map(({ account }) => account);
}

/** By what the list may be sorted; what is alike stays in the order that it came in, the newest first. */
const ORDERS = {
  name: (a: AdminAccount, b: AdminAccount) => byName(a.full_name, b.full_name),
  email: (a: AdminAccount, b: AdminAccount) => byName(a.email, b.email),
  ads: (a: AdminAccount, b: AdminAccount) => a.announcement_count - b.announcement_count,
  reports: (a: AdminAccount, b: AdminAccount) => a.report_count - b.report_count,
  since: (a: AdminAccount, b: AdminAccount) => a.created_at.localeCompare(b.created_at),
} satisfies Record<string, (a: AdminAccount, b: AdminAccount) => number>;
export type SortKey = keyof typeof ORDERS;
export const SORT_KEYS = Object.keys(ORDERS) as SortKey[];

export const sortAccounts = (
  accounts: readonly AdminAccount[],
  sort: { key: SortKey; descending: boolean },
) => sorted(accounts, ORDERS, sort);
