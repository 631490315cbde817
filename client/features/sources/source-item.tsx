import { Check, Download, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { detailOf, isErrorCode } from '#client/platform/api/error-texts.ts';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { Button } from '#client/ui/button.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { IgnoredItem, Source } from '#src/features/sources/contract.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { countOf, formatCount } from '#src/shared/text.ts';
import type { SourceActions } from './use-source-actions.tsx';

type Props = { source: Source; actions: SourceActions; onEdit: () => void };

export function SourceItem({ source, actions, onEdit }: Props) {
  const { id, name, url, trusted, error, error_text, next_fetch_at } = source;
  const { item_count, waiting_count } = source;
  const nameId = useId();
  return (
    <article className="source-item" aria-labelledby={nameId}>
      <div className="source-head">
        <h3 className="source-name" id={nameId}>
          {name}
        </h3>
        {trusted && <Tag tone="ok">Betrodd</Tag>}
        {error && <Tag tone="err">Fel</Tag>}
      </div>
      <ExternalLink className="admin-link" href={url} linkLabel={name} fallback={url}>
        {url}
      </ExternalLink>
      <p className="admin-meta">
        {describeFetch(source)}
        {` · ${formatCount(item_count)} evenemang`}
        {waiting_count > 0 && ` · ${formatCount(waiting_count)} väntar`}
      </p>
      {error && (
        <>
          <p className="source-error">
            {error_text ?? (isErrorCode(error) ? detailOf(error) : 'Källan kunde inte hämtas.')}
          </p>
          <p className="admin-meta">{`Nytt försök ${formatShortMoment(next_fetch_at)}`}</p>
        </>
      )}
      <LeftOut source={source} />
      <Vanished source={source} />
      <div className="source-actions">
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={actions.fetch.isBusy(id)}
          aria-describedby={nameId}
          onClick={() => actions.fetch.start(source)}
        >
          Hämta nu
        </Button>
        {waiting_count > 0 && (
          <Button
            icon={<Check size={18} aria-hidden="true" />}
            busy={actions.acceptAll.isBusy(id)}
            aria-describedby={nameId}
            onClick={() => actions.acceptAll.start(source)}
          >
            Godkänn alla {formatCount(waiting_count)}
          </Button>
        )}
        <Button icon={<Pencil size={18} aria-hidden="true" />} aria-describedby={nameId} onClick={onEdit}>
          Redigera
        </Button>
        <Button
          icon={<Trash2 size={18} aria-hidden="true" />}
          aria-describedby={nameId}
          onClick={() => actions.deletion.start(source)}
        >
          Ta bort
        </Button>
      </div>
    </article>
  );
}

/** A failed fetch is an attempt: what the card shows is from the last that succeeded. */
function describeFetch({ fetched_at, succeeded_at, error }: Source): string {
  if (!fetched_at) return 'Inte hämtad än';
  if (!error) return `Hämtad ${formatShortMoment(fetched_at)}`;
  const attempt = `Senaste försöket ${formatShortMoment(fetched_at)}`;
  return succeeded_at ? `Hämtad ${formatShortMoment(succeeded_at)} · ${attempt}` : attempt;
}

/** What the last content had beside events that are read. */
function LeftOut({ source: { report } }: { source: Source }) {
  if (!report) return null;
  const { error_count, ignored_count, errors, ignored, warnings } = report;
  return (
    <>
      <Texts
        title={countOf(error_count, 'evenemang gick inte att läsa', 'evenemang gick inte att läsa')}
        texts={errors}
        count={error_count}
      />
      <Texts
        title={countOf(ignored_count, 'post är inte med', 'poster är inte med')}
        texts={ignored.map(describeIgnored)}
        count={ignored_count}
      />
      <Texts
        title={countOf(warnings.length, 'sak att rätta', 'saker att rätta')}
        texts={warnings}
        count={warnings.length}
      />
    </>
  );
}

const describeIgnored = ({ line, row, item, name, reason }: IgnoredItem) =>
  `${item === undefined ? `Rad ${line ?? row}` : `Post ${item}`}${name ? `, ${name}` : ''}: ${reason}`;

function Texts({ title, texts, count }: { title: string; texts: string[]; count: number }) {
  if (texts.length === 0) return null;
  return (
    <details className="source-vanished">
      <FoldSummary>{title}</FoldSummary>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {count > texts.length && <li>{`Och ${formatCount(count - texts.length)} till.`}</li>}
      </ul>
    </details>
  );
}

function Vanished({ source: { vanished } }: { source: Source }) {
  if (vanished.length === 0) return null;
  return (
    <details className="source-vanished">
      <FoldSummary>
        {vanished.length === 1
          ? '1 evenemang finns inte längre hos källan'
          : `${formatCount(vanished.length)} evenemang finns inte längre hos källan`}
      </FoldSummary>
      <ul>
        {vanished.map(({ event_id, event_name, event_date, vanished_at }) => (
          <li key={event_id}>
            <Link className="admin-link" to={tabPath('events', { event: event_id })}>
              {event_name}
            </Link>{' '}
            <span className="admin-meta">
              {formatDay(event_date)}, borta sedan {formatShortMoment(vanished_at)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
