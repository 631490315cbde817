import { byName, sorted } from '#src/shared/sort.ts';
import { fold } from '#src/shared/text.ts';
import type { AccountEdit, AccountUpdate, AdminAccount } from './contract.ts';

export const isEdit = (update: AccountUpdate): update is AccountEdit => 'full_name' in update;

/** Returns the digits in national form: `+46 70-123 45 67` and `070-1234567` are equal. */
export const digitsOf = (phone: string): string =>
  phone
    .replace(/\(0\)/g, '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)46/, '0')
    .replace(/\D/g, '');

/** A shorter run of digits occurs in too many phone numbers to be a useful search. */
const MIN_DIGITS = 3;
const PHONE_PATTERN = /^[\d\s+()./-]+$/;

/** The text is folded once for all searches. */
type SearchableAccount = { account: AdminAccount; text: string; digits: string };

export const searchable = (accounts: readonly AdminAccount[]): SearchableAccount[] =>
  accounts.map((account) => ({
    account,
    text: fold([account.full_name, account.email, account.phone_number ?? ''].join('\n')),
    digits: digitsOf(account.phone_number ?? ''),
  }));

/** Phone numbers match in any notation. */
export function findAccounts(accounts: readonly SearchableAccount[], searchText: string): AdminAccount[] {
  const query = fold(searchText);
  const queryDigits = PHONE_PATTERN.test(query) ? digitsOf(query) : '';
  const searchesPhones = queryDigits.length >= MIN_DIGITS;
  return accounts
    .filter(({ text, digits }) => text.includes(query) || (searchesPhones && digits.includes(queryDigits)))
    .map(({ account }) => account);
}

/** Members that compare equal keep the order of the input, newest first. */
const COMPARATORS = {
  name: (a: AdminAccount, b: AdminAccount) => byName(a.full_name, b.full_name),
  email: (a: AdminAccount, b: AdminAccount) => byName(a.email, b.email),
  ads: (a: AdminAccount, b: AdminAccount) => a.announcement_count - b.announcement_count,
  reports: (a: AdminAccount, b: AdminAccount) => a.report_count - b.report_count,
  since: (a: AdminAccount, b: AdminAccount) => a.created_at.localeCompare(b.created_at),
} satisfies Record<string, (a: AdminAccount, b: AdminAccount) => number>;
export type SortKey = keyof typeof COMPARATORS;
export const SORT_KEYS = Object.keys(COMPARATORS) as SortKey[];

export const sortAccounts = (
  accounts: readonly AdminAccount[],
  sort: { key: SortKey; descending: boolean },
) => sorted(accounts, COMPARATORS, sort);
