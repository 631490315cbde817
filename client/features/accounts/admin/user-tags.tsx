import { Tag } from '#client/ui/tag.tsx';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';

type AccountState = Pick<AdminAccount, 'is_verified' | 'is_suspended'>;

export const VerifiedTag = ({ account }: { account: AccountState }) => (
  <Tag tone={account.is_verified ? 'ok' : 'warn'}>{account.is_verified ? 'Verifierad' : 'Ej verifierad'}</Tag>
);

export const SuspendedTag = ({ account }: { account: AccountState }) =>
  account.is_suspended ? <Tag tone="err">Avstängd</Tag> : null;
