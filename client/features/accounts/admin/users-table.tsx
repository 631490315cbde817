import { FileText, Pencil } from 'lucide-react';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { Link } from '#client/ui/link.tsx';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { countOf, formatCount } from '#src/shared/text.ts';
import type { UserAction } from './use-user-actions.tsx';
import type { UserListState } from './use-user-list.ts';
import { SuspendedTag, VerifiedTag } from './user-tags.tsx';

type Props = {
  list: UserListState;
  actionsFor: (account: AdminAccount) => UserAction[];
  userPath: (id: string) => string;
  onOpen: (id: string) => void;
  onEdit: (account: AdminAccount) => void;
};

const formatMemberSince = (account: AdminAccount) => formatDay(dayInStockholm(new Date(account.created_at)));

export function UsersTable({ list, actionsFor, userPath, onOpen, onEdit }: Props) {
  const renderName = (account: AdminAccount) => (
    <Link className="admin-link admin-name" to={userPath(account.id)}>
      {account.full_name}
    </Link>
  );
  const columns: Column<AdminAccount>[] = [
    { key: 'name', label: 'Namn', sortable: true, cell: renderName },
    { key: 'email', label: 'E-post', sortable: true, kind: 'wide', cell: ({ email }) => email },
    { key: 'phone', label: 'Telefon', kind: 'nowrap', cell: ({ phone_number }) => phone_number ?? '–' },
    {
      key: 'state',
      label: 'Status',
      cell: (account) => (
        <span className="admin-tags">
          <VerifiedTag account={account} />
          <SuspendedTag account={account} />
        </span>
      ),
    },
    {
      key: 'ads',
      label: 'Annonser',
      sortable: true,
      kind: 'figures',
      cell: (account) => formatCount(account.announcement_count),
    },
    {
      key: 'reports',
      label: 'Rapporter',
      sortable: true,
      kind: 'figures',
      cell: (account) => formatCount(account.report_count),
    },
    { key: 'since', label: 'Medlem sedan', sortable: true, kind: 'figures', cell: formatMemberSince },
  ];
  return (
    <DataTable
      caption="Användare"
      rows={list.visibleRows}
      keyOf={({ id }) => id}
      nameOf={({ full_name }) => full_name}
      columns={columns}
      sort={list.sort}
      onSort={list.sortBy}
      actions={(account) => [
        {
          label: 'Visa detaljer',
          icon: <FileText size={20} aria-hidden="true" />,
          onSelect: () => onOpen(account.id),
        },
        {
          label: 'Redigera',
          icon: <Pencil size={20} aria-hidden="true" />,
          onSelect: () => onEdit(account),
        },
        ...actionsFor(account),
      ]}
      compact={(account) => (
        <div className="admin-user-row">
          {renderName(account)}
          <p className="admin-meta">{account.email}</p>
          {account.phone_number && <p className="admin-meta">{account.phone_number}</p>}
          <div className="admin-tags">
            <VerifiedTag account={account} />
            <SuspendedTag account={account} />
          </div>
          <p className="admin-meta">
            {countOf(account.announcement_count, 'annons', 'annonser')} ·{' '}
            {countOf(account.report_count, 'rapport', 'rapporter')} · sedan {formatMemberSince(account)}
          </p>
        </div>
      )}
    />
  );
}
