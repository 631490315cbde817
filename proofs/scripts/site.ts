import { join } from 'node:path';
import type { Member } from '#tests/support/inbox.ts';

export const CLIENT = join(import.meta.dir, '../../dist/client');

export const storageOf = ({ token, id, full_name }: Pick<Member, 'token' | 'id' | 'full_name'>) => ({
  marketplace_token: token,
  marketplace_user: JSON.stringify({ id, full_name }),
});
