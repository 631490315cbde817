import { hashToken, newToken } from '../../../src/platform/tokens';
import type { Admin } from '../../support/admin-actions';
import type { Member } from '../../support/inbox';

/** `member` or `admin` is the one whose live session the headers contain. */
export type Principal = {
  name: string;
  headers: Record<string, string>;
  member?: Member;
  admin?: Admin;
  /** The admin entered the password more than 10 minutes ago. */
  isUnconfirmed?: boolean;
  hasGeneratedPassword?: boolean;
};

const sent = (name: string, authorization: string, more = {}) => ({
  name,
  headers: { authorization, ...more },
});

export async function garbageOf(
  owner: Member,
  admin: Admin,
  links: { reset: string; verification: string },
): Promise<Principal[]> {
  return [
    sent('a made-up token', `Bearer ${newToken()}`),
    sent('the stored hash', `Bearer ${await hashToken(owner.token)}`),
    sent('the stored hash of an admin', `Bearer ${await hashToken(admin.token)}`),
    sent('a truncated token', `Bearer ${owner.token.slice(0, -1)}`),
    sent('a token with an extra letter', `Bearer ${admin.token}A`),
    sent('a reset token', `Bearer ${links.reset}`),
    sent('a verification token', `Bearer ${links.verification}`),
    sent('an id', `Bearer ${owner.id}`),
    sent('SQL', "Bearer '/**/or/**/true--"),
    sent('null', 'Bearer null'),
    sent('no token', 'Bearer '),
    sent('another scheme', `Basic ${admin.token}`),
    sent('no scheme', owner.token),
    sent('cookies', 'Bearer x', { cookie: `adminToken=${admin.token}; marketplace_token=${owner.token}` }),
    sent('headers that claim a user', 'Bearer x', { 'x-forwarded-user': 'boss', 'x-user-id': owner.id }),
  ];
}
