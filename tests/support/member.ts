import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import type { OwnAccount } from '#src/features/accounts/contract.ts';

export const ownAccount = (part: Partial<OwnAccount> = {}): OwnAccount => ({
  id: '01990000-0000-7000-8000-000000000001',
  email: 'anna@example.se',
  username: 'anna.andersson',
  full_name: 'Anna Andersson',
  phone_number: '070-123 45 67',
  is_verified: true,
  created_at: '2026-03-04T08:00:00.000Z',
  last_login: '2027-01-14T20:02:00.000Z',
  match_alerts: true,
  ...part,
});

export function logIn(token = 'token-of-anna', user = ownAccount()): void {
  storeSession(token, user);
}

export function logOutQuietly(): void {
  // Clear the storage first, so that no session ends and no toast is shown.
  localStorage.clear();
  forgetSession();
}
