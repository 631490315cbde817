import { ExternalLink as OpenIcon, RefreshCw, Replace, Unlink } from 'lucide-react';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { type Column, DataTable, type RowAction } from '#client/ui/data-table.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import { Tag, type Tone } from '#client/ui/tag.tsx';
import { labelOf } from '#src/features/events/labels.ts';
import type { AdminLink, LinkStatus } from '#src/features/links/contract.ts';
import { describeProblem } from '#src/features/links/rules.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { formatCount } from '#src/shared/text.ts';
import { isWebUrl } from '#src/shared/web-url.ts';

const STATUS: Record<LinkStatus, { label: string; tone: Tone }> = {
  dead: { label: 'Död', tone: 'err' },
  failing: { label: 'Fungerar inte', tone: 'warn' },
  unknown: { label: 'Okänd', tone: 'plain' },
  unchecked: { label: 'Inte kontrollerad', tone: 'plain' },
  ok: { label: 'Fungerar', tone: 'ok' },
};

type Props = {
  links: readonly AdminLink[];
  isChecking: (id: string) => boolean;
  onCheck: (link: AdminLink) => void;
  onReplace: (link: AdminLink) => void;
  onRemove: (link: AdminLink) => void;
};

export function LinkTable({ links, ...handlers }: Props) {
  return (
    <DataTable
      caption="Länkar, de döda först"
      rows={links}
      keyOf={({ id }) => id}
      nameOf={({ url }) => url}
      waits={({ status }) => status === 'dead'}
      columns={COLUMNS}
      actions={(link) => actionsOf(link, handlers)}
      compact={(link) => (
        <div className="link-row">
          <Address link={link} />
          <Problem link={link} />
          <Uses link={link} />
        </div>
      )}
    />
  );
}

const COLUMNS: Column<AdminLink>[] = [
  { key: 'url', label: 'Länk', cell: (link) => <Address link={link} /> },
  { key: 'problem', label: 'Problem', cell: (link) => <Problem link={link} /> },
  { key: 'events', label: 'Evenemang', cell: (link) => <Uses link={link} /> },
];

function Address({ link: { url } }: { link: AdminLink }) {
  return (
    <ExternalLink className="admin-link link-address" href={url} linkLabel="öppna" fallback={url}>
      {url}
    </ExternalLink>
  );
}

function Problem({ link }: { link: AdminLink }) {
  const { status, since, tries, checked_at } = link;
  const { label, tone } = STATUS[status];
  return (
    <div className="link-problem">
      <Tag tone={tone}>{label}</Tag>
      <p>{describeProblem(link)}</p>
      <p className="admin-meta">
        {since
          ? `${tries} försök sedan ${formatDay(dayInStockholm(new Date(since)))}`
          : checked_at && `Kontrollerad ${formatShortMoment(checked_at)}`}
      </p>
    </div>
  );
}

function Uses({ link: { events, event_count } }: { link: AdminLink }) {
  return (
    <ul className="link-uses">
      {events.map(({ id, event_name, event_date, fields }) => (
        <li key={id}>
          <Link className="admin-link" to={tabPath('events', { event: id })}>
            {event_name}
          </Link>
          <span className="admin-meta">
            {` ${formatDay(event_date)}: ${fields.map((field) => labelOf(field).toLowerCase()).join(', ')}`}
          </span>
        </li>
      ))}
      {event_count > events.length && (
        <li className="admin-meta">och {formatCount(event_count - events.length)} till</li>
      )}
    </ul>
  );
}

function actionsOf(
  link: AdminLink,
  { isChecking, onCheck, onReplace, onRemove }: Omit<Props, 'links'>,
): RowAction[] {
  return [
    {
      label: 'Öppna',
      icon: <OpenIcon size={20} aria-hidden="true" />,
      disabled: !isWebUrl(link.url),
      onSelect: () => window.open(link.url, '_blank', 'noopener'),
    },
    {
      label: 'Kontrollera',
      icon: <RefreshCw size={20} aria-hidden="true" />,
      disabled: isChecking(link.id),
      onSelect: () => onCheck(link),
    },
    {
      label: 'Ersätt',
      icon: <Replace size={20} aria-hidden="true" />,
      onSelect: () => onReplace(link),
    },
    {
      label: 'Ta bort länken',
      icon: <Unlink size={20} aria-hidden="true" />,
      danger: true,
      onSelect: () => onRemove(link),
    },
  ];
}
