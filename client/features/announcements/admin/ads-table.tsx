import { FileText } from 'lucide-react';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { countOf, formatCount, formatPrice } from '#src/shared/text.ts';
import { StatusTag } from './status-tag.tsx';
import type { AdAction } from './use-ad-actions.tsx';
import type { AdListState } from './use-ad-list.ts';

type Props = {
  list: AdListState;
  actionsFor: (ad: AdminAnnouncement) => AdAction[];
  adPath: (id: string) => string;
  userPath: (id: string) => string;
  onOpen: (id: string) => void;
};

const formatCreated = (ad: AdminAnnouncement) => formatDay(dayInStockholm(new Date(ad.created_at)));

export function AdsTable({ list, actionsFor, adPath, userPath, onOpen }: Props) {
  const renderOwner = (ad: AdminAnnouncement) => (
    <span className="admin-owner">
      <Link className="admin-link" to={userPath(ad.user_id)}>
        {ad.user_details.full_name}
      </Link>{' '}
      {ad.user_details.is_suspended && <Tag tone="err">Avstängd</Tag>}
    </span>
  );
  const renderName = (ad: AdminAnnouncement) => (
    <Link className="admin-link admin-name" to={adPath(ad.id)}>
      {ad.event_name}
    </Link>
  );
  const columns: Column<AdminAnnouncement>[] = [
    { key: 'number', label: 'Nr', sortable: true, kind: 'figures', cell: (ad) => ad.order_number },
    { key: 'event', label: 'Evenemang', sortable: true, cell: renderName },
    {
      key: 'type',
      label: 'Typ',
      cell: (ad) => <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>,
    },
    { key: 'distance', label: 'Distans', kind: 'figures', cell: (ad) => ad.distance },
    { key: 'price', label: 'Pris', sortable: true, kind: 'figures', cell: (ad) => formatPrice(ad.price) },
    { key: 'owner', label: 'Ägare', sortable: true, cell: renderOwner },
    { key: 'status', label: 'Status', cell: (ad) => <StatusTag ad={ad} /> },
    {
      key: 'messages',
      label: 'Medd.',
      sortable: true,
      kind: 'figures',
      cell: (ad) => formatCount(ad.message_count),
    },
    { key: 'created', label: 'Skapad', sortable: true, kind: 'figures', cell: formatCreated },
  ];
  return (
    <DataTable
      caption="Annonser"
      rows={list.visibleRows}
      keyOf={(ad) => ad.id}
      nameOf={(ad) => `${ad.order_number} ${ad.event_name}`}
      columns={columns}
      sort={list.sort}
      onSort={list.sortBy}
      actions={(ad) => [
        {
          label: 'Visa detaljer',
          icon: <FileText size={20} aria-hidden="true" />,
          onSelect: () => onOpen(ad.id),
        },
        ...actionsFor(ad),
      ]}
      compact={(ad) => (
        <div className="admin-ad-row">
          <div className="admin-tags">
            <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
            <StatusTag ad={ad} />
            <span className="admin-number">{ad.order_number}</span>
          </div>
          {renderName(ad)}
          <p className="admin-figures">
            {ad.distance} · {formatPrice(ad.price)}
          </p>
          <p className="admin-meta">
            {renderOwner(ad)} · {formatMessageCount(ad)} · {formatCreated(ad)}
          </p>
        </div>
      )}
    />
  );
}

const formatMessageCount = ({ message_count }: AdminAnnouncement) =>
  countOf(message_count, 'meddelande', 'meddelanden');
