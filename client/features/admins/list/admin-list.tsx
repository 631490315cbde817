import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AdminListItem } from '#src/features/admins/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { countOf } from '#src/shared/text.ts';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { useRemoveAdmin } from './use-remove-admin.ts';

export function AdminList() {
  const admins = trpc.admin.admins.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(admins.error, FAILED.fetchAdmins);
  const [isAdding, setAdding] = useState(false);
  const removal = useRemoveAdmin();
  const isLast = admins.data?.length === 1;
  return (
    <section className="admins-part" aria-label="Administratörer">
      <div className="admins-buttons">
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Lägg till
        </Button>
      </div>
      <ListStates
        query={admins}
        placeholder={<ListPlaceholder label="Laddar administratörer" />}
        failureTitle="Administratörerna kunde inte visas"
        emptyState={{ title: 'Inga administratörer' }}
        total={admins.data?.length ?? 0}
      >
        <DataTable
          caption="Administratörer"
          rows={admins.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ username }) => username}
          columns={COLUMNS}
          actions={(admin) => [
            {
              label: 'Ta bort',
              icon: <Trash2 size={20} aria-hidden="true" />,
              danger: true,
              disabled: isLast,
              onSelect: () => removal.start(admin),
            },
          ]}
          compact={(admin) => (
            <div className="admins-row">
              <Name admin={admin} />
              <p className="admin-meta">{lastLoginOf(admin)}</p>
              {admin.email && <p className="admin-meta">{admin.email}</p>}
              <FactorTag admin={admin} missingText="Utan tvåstegsinloggning" />
            </div>
          )}
        />
      </ListStates>
      {isAdding && <AddAdminDialog onClose={() => setAdding(false)} />}
      {removal.dialog}
    </section>
  );
}

const lastLoginOf = ({ last_login }: AdminListItem) =>
  last_login ? `Inloggad ${formatShortMoment(last_login)}` : 'Har inte loggat in';

const COLUMNS: Column<AdminListItem>[] = [
  { key: 'username', label: 'Användarnamn', cell: (admin) => <Name admin={admin} /> },
  {
    key: 'factors',
    label: 'Tvåstegsinloggning',
    cell: (admin) => <FactorTag admin={admin} missingText="Saknas" />,
  },
  { key: 'email', label: 'Veckobrev', kind: 'wide', cell: digestOf },
  {
    key: 'last_login',
    label: 'Senast inloggad',
    kind: 'figures',
    cell: ({ last_login }) => (last_login ? formatShortMoment(last_login) : '–'),
  },
  {
    key: 'created_at',
    label: 'Tillagd',
    kind: 'figures',
    cell: ({ created_at }) => formatShortMoment(created_at),
  },
];

function digestOf({ wants_digest, email }: AdminListItem) {
  return wants_digest && email ? email : '–';
}

function Name({ admin: { username, is_self, must_change_password } }: { admin: AdminListItem }) {
  return (
    <span className="admin-tags">
      <span className="admins-name">{username}</span>
      {is_self && <Tag tone="plain">Du</Tag>}
      {must_change_password && <Tag tone="warn">Tillfälligt lösenord</Tag>}
    </span>
  );
}

function FactorTag({ admin, missingText }: { admin: AdminListItem; missingText: string }) {
  const { has_totp, passkey_count } = admin;
  const passkeys = countOf(passkey_count, 'passkey', 'passkeys');
  const factors = [...(has_totp ? ['app för koder'] : []), ...(passkey_count > 0 ? [passkeys] : [])];
  if (factors.length === 0) return <Tag tone="warn">{missingText}</Tag>;
  const text = factors.join(', ');
  return <Tag tone="ok">{text.charAt(0).toUpperCase() + text.slice(1)}</Tag>;
}
