import { join } from 'node:path';
import type { Member } from '../../support/inbox';

/** The built client. */
export const CLIENT = join(import.meta.dir, '../../../dist/client');

/** What the browser keeps of somebody who is logged in. */
export const storageOf = ({ token, id, full_name }: Pick<Member, 'token' | 'id' | 'full_name'>) => ({
  marketplace_token: token,
  marketplace_user: JSON.stringify({ id, full_name }),
});
