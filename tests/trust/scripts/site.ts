import { join } from 'node:path';
import type { Member } from '../../support/inbox';

/** Directory of the built client. */
export const CLIENT = join(import.meta.dir, '../../../dist/client');

/** The local storage of a logged-in member. */
export const storageOf = ({ token, id, full_name }: Pick<Member, 'token' | 'id' | 'full_name'>) => ({
  marketplace_token: token,
  marketplace_user: JSON.stringify({ id, full_name }),
});
