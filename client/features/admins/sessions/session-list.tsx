import { LogOut, X } from 'lucide-react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminSessionItem } from '#src/features/admins/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';

const nameOf = ({ username, device, last_used_at }: AdminSessionItem) =>
  `${username}, ${device ?? 'Okänd enhet'}, ${formatShortMoment(last_used_at)}`;

/** The sessions of the admin or, with `all`, of all admins. */
export function SessionList({ all = false }: { all?: boolean }) {
  const sessions = trpc.admin.sessions.list.useQuery(all ? { all } : {}, { staleTime: 0 });
  const title = all ? 'Inloggade nu' : 'Där du är inloggad';
  useFailureToast(sessions.error, FAILED.fetchSessions);
  const utils = trpc.useUtils();
  const refresh = () => void utils.admin.sessions.list.invalidate();
  const end = useAction({
    send: ({ id }: AdminSessionItem) => utils.client.admin.sessions.end.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.endSession,
    refresh,
  });
  const endOthers = useAction({
    send: (_: Record<string, never>) => utils.client.admin.sessions.logoutAll.mutate(),
    successToast: ({ message }) => message,
    failureToast: FAILED.endSession,
    refresh,
  });
  const rows = sessions.data ?? [];
  return (
    <section className="admins-part" aria-labelledby="dina-sessioner">
      <div className="admins-head">
        <h2 className="type-section" id="dina-sessioner">
          {title}
        </h2>
        {!all && rows.length > 1 && (
          <Button
            icon={<LogOut size={18} aria-hidden="true" />}
            busy={endOthers.isPending}
            onClick={() => endOthers.start({})}
          >
            Logga ut överallt annars
          </Button>
        )}
      </div>
      <ListStates
        query={sessions}
        placeholder={<ListPlaceholder label="Laddar sessioner" />}
        failureTitle="Sessionerna kunde inte visas"
        emptyState={{ title: 'Inga sessioner' }}
        total={rows.length}
      >
        <DataTable
          caption={`${title}, det senast använda först`}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          columns={all ? [ADMIN_COLUMN, ...COLUMNS] : COLUMNS}
          actions={(session) => [
            {
              label: session.is_current ? 'Det är här du är inloggad' : 'Avsluta',
              icon: <X size={20} aria-hidden="true" />,
              danger: true,
              disabled: session.is_current || end.isBusy(session.id),
              onSelect: () => end.start(session),
            },
          ]}
          compact={(session) => (
            <div className="admins-row">
              {all && <p className="admins-name">{session.username}</p>}
              <Device session={session} />
              <p className="admin-meta">
                Använd {formatShortMoment(session.last_used_at)} · inloggad{' '}
                {formatShortMoment(session.created_at)}
              </p>
            </div>
          )}
        />
      </ListStates>
    </section>
  );
}

const ADMIN_COLUMN: Column<AdminSessionItem> = {
  key: 'username',
  label: 'Administratör',
  cell: ({ username }) => <span className="admins-name">{username}</span>,
};

const COLUMNS: Column<AdminSessionItem>[] = [
  { key: 'device', label: 'Enhet', cell: (session) => <Device session={session} /> },
  {
    key: 'last_used_at',
    label: 'Senast använd',
    kind: 'figures',
    cell: ({ last_used_at }) => formatShortMoment(last_used_at),
  },
  {
    key: 'created_at',
    label: 'Inloggad',
    kind: 'figures',
    cell: ({ created_at }) => formatShortMoment(created_at),
  },
];

function Device({ session: { device, is_current } }: { session: AdminSessionItem }) {
  return (
    <span className="admin-tags">
      <span>{device ?? 'Okänd enhet'}</span>
      {is_current && <Tag tone="ok">Här</Tag>}
    </span>
  );
}
