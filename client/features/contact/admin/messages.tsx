import { Mail, MailOpen, Reply, Trash2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { retention } from '#client/platform/page/retention.ts';
import { cx } from '#client/ui/class-names.ts';
import { type Column, DataTable, type RowAction } from '#client/ui/data-table.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { ToolbarSearch } from '#client/ui/toolbar.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { AdminContactMessage } from '#src/features/contact/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { countOf, formatCount } from '#src/shared/text.ts';
import { mailtoOf } from './mailto.ts';
import { MessageDialog } from './message-dialog.tsx';
import { findMessages, toSearchable } from './search.ts';
import { useDelete } from './use-delete.ts';
import { useMarkRead } from './use-mark-read.ts';

const PAGE_SIZE = 25;
const LIST_FORMAT = listFormat({ q: '' }, PAGE_SIZE);
const URL_PARAMS = textFormat({ message: '' });

const POLL_INTERVAL_MS = 60_000;

export function Messages() {
  const messages = trpc.admin.contact.messages.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
  useFailureToast(messages.error, FAILED.fetchMessages);
  const { filter, changeFilter, clear, pageOf } = useListState(LIST_FORMAT);
  const [url, setUrl] = useUrlState(URL_PARAMS);
  const mark = useMarkRead();
  const deletion = useDelete(() => setUrl({ message: '' }));
  const allMessages = messages.data;
  const unreadCount = allMessages?.filter(({ is_read }) => !is_read).length ?? 0;
  const searchableMessages = useMemo(() => toSearchable(allMessages ?? []), [allMessages]);
  const matches = useMemo(() => findMessages(searchableMessages, filter.q), [searchableMessages, filter.q]);
  const { visibleRows, pager } = pageOf(matches);
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, visibleRows);
  const openedMessage = allMessages?.find(({ id }) => id === url.message);
  const openMessage = ({ id }: AdminContactMessage) => setUrl({ message: id });

  return (
    <section
      className="contact-messages"
      aria-labelledby="meddelanden"
      ref={focusFallback}
      tabIndex={-1}
      {...focusProps}
    >
      <div className="contact-admin-head">
        <h2 className="type-section" id="meddelanden">
          Meddelanden{allMessages && ` (${formatCount(allMessages.length)})`}
        </h2>
        <p className="contact-messages-unread" aria-live="polite">
          {unreadCount > 0 && <Tag tone="warn">{countOf(unreadCount, 'nytt', 'nya')}</Tag>}
        </p>
        {allMessages && allMessages.length > 0 && (
          <ToolbarSearch
            label="Sök bland meddelanden"
            value={filter.q}
            onChange={(q) => changeFilter({ q })}
          />
        )}
      </div>
      <ListStates
        query={messages}
        placeholder={<ListPlaceholder label="Laddar meddelanden..." />}
        failureTitle="Meddelandena kunde inte visas"
        emptyState={{ title: 'Inga meddelanden', text: 'Det som skickas från kontaktsidan hamnar här.' }}
        total={matches.length}
        noMatch={{
          title: 'Inget meddelande hittades',
          text: 'Sökningen ser på namn, e-post, ämne och text.',
          clearLabel: 'Visa alla',
          onClear: clear,
        }}
      >
        <DataTable
          caption="Meddelanden, det senaste först"
          rows={visibleRows}
          keyOf={({ id }) => id}
          nameOf={({ subject }) => subject}
          waits={({ is_read }) => !is_read}
          columns={columnsOf(openMessage)}
          actions={(message) =>
            actionsOf(
              message,
              (is_read) => mark.mutate({ id: message.id, is_read }),
              () => deletion.start(message),
            )
          }
          compact={(message) => <CompactMessage message={message} onOpen={() => openMessage(message)} />}
        />
        {retention() && <p className="kept-until">Meddelanden tas bort efter {retention()}.</p>}
        <Pager {...pager} />
      </ListStates>
      {openedMessage && (
        <MessageDialog
          key={openedMessage.id}
          message={openedMessage}
          onMark={(is_read) => mark.mutate({ id: openedMessage.id, is_read })}
          onDelete={() => deletion.start(openedMessage)}
          onClose={() => setUrl({ message: '' })}
        />
      )}
      {deletion.dialog}
    </section>
  );
}

type OpenMessage = (message: AdminContactMessage) => void;

const columnsOf = (onOpen: OpenMessage): Column<AdminContactMessage>[] => [
  {
    key: 'name',
    label: 'Från',
    cell: ({ name, email, is_read }) => (
      <span className={cx('contact-message-name', !is_read && 'contact-message-unread')}>
        {name}
        <span className="contact-message-email">{email}</span>
      </span>
    ),
  },
  {
    key: 'subject',
    label: 'Meddelande',
    cell: (message) => <Subject message={message} onOpen={() => onOpen(message)} />,
  },
  {
    key: 'created_at',
    label: 'Mottaget',
    kind: 'figures',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatShortMoment(created_at)}</time>,
  },
];

function actionsOf(
  message: AdminContactMessage,
  onMark: (is_read: boolean) => void,
  onDelete: () => void,
): RowAction[] {
  const { is_read } = message;
  return [
    {
      label: 'Svara',
      icon: <Reply size={20} aria-hidden="true" />,
      onSelect: () => window.location.assign(mailtoOf(message)),
    },
    {
      id: 'mark',
      label: is_read ? 'Markera som oläst' : 'Markera som läst',
      icon: is_read ? <Mail size={20} aria-hidden="true" /> : <MailOpen size={20} aria-hidden="true" />,
      onSelect: () => onMark(!is_read),
    },
    { label: 'Ta bort', icon: <Trash2 size={20} aria-hidden="true" />, danger: true, onSelect: onDelete },
  ];
}

function Subject({ message, onOpen }: { message: AdminContactMessage; onOpen: () => void }) {
  return (
    <span className="contact-message-subject">
      <button
        type="button"
        className={cx('contact-message-open', !message.is_read && 'contact-message-unread')}
        onClick={onOpen}
      >
        {message.subject}
      </button>{' '}
      {!message.is_read && <Tag tone="warn">Nytt</Tag>}
      <span className="contact-message-beginning">{message.message}</span>
    </span>
  );
}

function CompactMessage({ message, onOpen }: { message: AdminContactMessage; onOpen: () => void }) {
  return (
    <>
      <Subject message={message} onOpen={onOpen} />
      <p className="contact-message-email">
        {message.name} · <time dateTime={message.created_at}>{formatShortMoment(message.created_at)}</time>
      </p>
    </>
  );
}
