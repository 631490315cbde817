import { ChevronRight } from 'lucide-react';
import { ClockNotice } from '#client/features/clock/clock-notice.tsx';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Link } from '#client/ui/link.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import type { Work, WorkKind } from '#src/features/work/contract.ts';
import { formatWorkCount, WORK_LABELS, waitingKinds } from '#src/features/work/rules.ts';
import { dayInStockholm, formatDay, formatLongDay } from '#src/shared/dates.ts';
import { formatTime } from '#src/shared/instants.ts';
import { useWork } from './use-work.ts';
import { workPath } from './work-paths.ts';

/** The portal's first view: the number of pending tasks of each kind, with a link to them. */
export default function WorkView() {
  const query = useWork();
  useFailureToast(query.error, FAILED.fetchWork);
  const work = query.data;
  const kinds = work ? waitingKinds(work) : [];
  return (
    <>
      <Toolbar title="Att göra" />
      <div className="work-alerts">
        {work?.stale_since && <StaleAlert since={work.stale_since} />}
        <ClockNotice />
      </div>
      <section aria-label="Det som väntar" className="work">
        <ListStates
          query={{ ...query, data: work && kinds }}
          placeholder={<ListPlaceholder label="Räknar det som väntar" />}
          failureTitle={FAILED.fetchWork}
          emptyState={{
            title: 'Inget väntar',
            text: 'Nya förfrågningar, ärenden och fel i kalendern visas här.',
          }}
          total={kinds.length}
        >
          <ul className="data-list">
            {work && kinds.map((kind) => <WorkRow key={kind} kind={kind} work={work} />)}
          </ul>
          <p className="admin-note work-key">
            Tryck <kbd>N</kbd> för att gå till nästa som väntar.
          </p>
        </ListStates>
      </section>
    </>
  );
}

/** The counts come from the database, but visitors are served from memory. */
function StaleAlert({ since }: { since: string }) {
  return (
    <Alert>
      Besökare ser en äldre version av kalendern, från {formatLongDay(dayInStockholm(new Date(since)))} kl.{' '}
      {formatTime(since)}. Servern kan inte läsa den nya ur databasen. Nya försök görs hela tiden, men säg
      till den som driver servern om texten står kvar.
    </Alert>
  );
}

function WorkRow({ kind, work }: { kind: WorkKind; work: Work }) {
  const oldest = work.oldest[kind];
  return (
    <li className="work-item">
      <Link className="work-link" to={workPath(kind)}>
        <span className="work-count">{formatWorkCount(work[kind])}</span>
        <span className="work-text">
          <span className="work-label">{WORK_LABELS[kind]}</span>
          {oldest && (
            <span className="admin-meta">Äldsta från {formatDay(dayInStockholm(new Date(oldest)))}</span>
          )}
        </span>
        <ChevronRight size={20} aria-hidden="true" />
      </Link>
    </li>
  );
}
