import { hashToken, newToken } from '#src/platform/tokens.ts';
import type { Admin } from '#tests/support/admin-actions.ts';
import type { Member } from '#tests/support/inbox.ts';
import type { makeOrganiser } from '#tests/support/organisers.ts';

export type Organiser = Awaited<ReturnType<typeof makeOrganiser>>;

/** Who sends a request. If the headers contain a valid session, `member` or `admin` is its owner. */
export type Principal = {
  name: string;
  headers: Record<string, string>;
  member?: Member;
  admin?: Admin;
  /** Has a mailed link for a series. */
  organiser?: Organiser;
  /** The admin entered the password more than 10 minutes ago. */
  isUnconfirmed?: boolean;
  hasGeneratedPassword?: boolean;
};

const principalWith = (name: string, authorization: string, extraHeaders = {}) => ({
  name,
  headers: { authorization, ...extraHeaders },
});

export async function invalidPrincipalsFor(
  owner: Member,
  admin: Admin,
  links: { reset: string; verification: string },
): Promise<Principal[]> {
  return [
    principalWith('a made-up token', `Bearer ${newToken()}`),
    principalWith('the stored hash', `Bearer ${hashToken(owner.token)}`),
    principalWith('the stored hash of an admin', `Bearer ${hashToken(admin.token)}`),
    principalWith('a truncated token', `Bearer ${owner.token.slice(0, -1)}`),
    principalWith('a token with an extra letter', `Bearer ${admin.token}A`),
    principalWith('a reset token', `Bearer ${links.reset}`),
    principalWith('a verification token', `Bearer ${links.verification}`),
    principalWith('an id', `Bearer ${owner.id}`),
    principalWith('SQL', "Bearer '/**/or/**/true--"),
    principalWith('null', 'Bearer null'),
    principalWith('no token', 'Bearer '),
    principalWith('another scheme', `Basic ${admin.token}`),
    principalWith('no scheme', owner.token),
    principalWith('cookies', 'Bearer x', {
      cookie: `adminToken=${admin.token}; marketplace_token=${owner.token}`,
    }),
    principalWith('headers that claim a user', 'Bearer x', {
      'x-forwarded-user': 'boss',
      'x-user-id': owner.id,
    }),
  ];
}
