import { hashToken, newToken } from '../../../src/platform/tokens';
import type { Admin } from '../../support/admin-acts';
import type { Member } from '../../support/inbox';

/** Whoever calls: by what they send, and whose live session it is, if anybody's. */
export type Principal = {
  name: string;
  headers: Record<string, string>;
  member?: Member;
  admin?: Admin;
  /** The admin entered the password more than 10 minutes ago. */
  isUnconfirmed?: boolean;
  /** The admin still has the password of the first start. */
  hasGeneratedPassword?: boolean;
};

const sent = (name: string, authorization: string, more = {}) => ({
  name,
  headers: { authorization, ...more },
});

/** Who sends what is no token, or not as one: made up, stolen from elsewhere, or theirs whom it would let in. */
export async function garbageOf(
  owner: Member,
  admin: Admin,
  links: { reset: string; verification: string },
): Promise<Principal[]> {
  return [
    sent('a made-up token', `Bearer ${newToken()}`),
    sent('the hash that is stored', `Bearer ${await hashToken(owner.token)}`),
    sent('the hash of an admin’s', `Bearer ${await hashToken(admin.token)}`),
    sent('a token cut short', `Bearer ${owner.token.slice(0, -1)}`),
    sent('a token with a letter more', `Bearer ${admin.token}A`),
    sent('a link to another password', `Bearer ${links.reset}`),
    sent('a link to verify', `Bearer ${links.verification}`),
    sent('an id', `Bearer ${owner.id}`),
    sent('SQL', "Bearer '/**/or/**/true--"),
    sent('null', 'Bearer null'),
    sent('no token', 'Bearer '),
    sent('another scheme', `Basic ${admin.token}`),
    sent('no scheme', owner.token),
    sent('cookies', 'Bearer x', { cookie: `adminToken=${admin.token}; marketplace_token=${owner.token}` }),
    sent('who it claims to be', 'Bearer x', { 'x-forwarded-user': 'boss', 'x-user-id': owner.id }),
  ];
}
