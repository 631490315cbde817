import { useEffect, useMemo, useRef, useState } from 'react';
import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { duplicateKey } from '../../../../src/features/submissions/rules';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { useOpened } from '../../../platform/navigation/use-opened';
import { texts, useUrlState } from '../../../platform/navigation/use-url-state';
import { retention } from '../../../platform/page/retention';
import { ListStates } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { Skeleton } from '../../../ui/skeleton';
import { Toolbar } from '../../../ui/toolbar';
import { useDelayed } from '../../../ui/use-delayed';
import { listFormat, useListState } from '../../../ui/use-list-state';
import { STATES } from './labels';
import { RejectDialog } from './reject-dialog';
import { ReviewDialog } from './review-dialog';
import { StatusFilter, statusOf } from './status-filter';
import { rowId, SubmissionRow } from './submission-row';
import { useDelete } from './use-delete';

const LIST = listFormat({ status: 'all' }, 50);
const IN_URL = texts({ review: '' });

const MINUTE = 60_000;

export default function Submissions() {
  // Polled: other admins review, and visitors submit.
  const submissions = trpc.admin.submissions.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: MINUTE,
  });
  useFailureToast(submissions.error, FAILED.fetchSubmissions);
  const { filter, changeFilter, pageOf } = useListState(LIST);
  const [{ review }, setUrl] = useUrlState(IN_URL);
  const status = statusOf(filter.status);
  const all = submissions.data;
  const rows = all?.filter((item) => status === 'all' || item.status === status) ?? [];
  const { visibleRows, pager } = pageOf(rows);

  const duplicateIds = useMemo(() => findDuplicates(all ?? []), [all]);

  const [rejected, setRejected] = useState<AdminSubmission>();
  const { opened: reviewed } = useOpened(all, review);
  const onActed = useFocusAfter(visibleRows);
  const deletion = useDelete(onActed);
  const currentOf = ({ id }: AdminSubmission) => all?.find((item) => item.id === id);

  return (
    <section className="submissions">
      <Toolbar title="Förfrågningar">
        <StatusFilter submissions={all} value={status} onChange={(status) => changeFilter({ status })} />
      </Toolbar>
      <ListStates
        query={submissions}
        placeholder={<Waiting />}
        failureTitle="Förfrågningarna kunde inte visas"
        emptyState={{
          title:
            status === 'all'
              ? 'Inga förfrågningar'
              : `Inga ${STATES[status].many.toLowerCase()} förfrågningar`,
          text:
            status === 'all' || status === 'pending'
              ? 'När någon föreslår ett evenemang hamnar det här.'
              : undefined,
        }}
        total={rows.length}
      >
        <ul className="submission-list" aria-label="Förfrågningar">
          {visibleRows.map((submission) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              isDuplicate={duplicateIds.has(submission.id)}
              onActed={onActed}
              onReject={setRejected}
              onReview={({ id }) => setUrl({ review: id })}
              onDelete={deletion.start}
            />
          ))}
        </ul>
        {retention() && (
          <p className="kept-until">
            Granskade förfrågningar tas bort efter {retention()}; den som väntar finns kvar.
          </p>
        )}
        <Pager {...pager} />
      </ListStates>
      {deletion.dialog}
      {rejected && (
        <RejectDialog
          key={rejected.id}
          submission={rejected}
          current={currentOf(rejected)}
          onActed={onActed}
          onClose={() => setRejected(undefined)}
        />
      )}
      {reviewed && (
        <ReviewDialog
          key={reviewed.id}
          submission={reviewed}
          current={currentOf(reviewed)}
          onActed={onActed}
          onClose={() => setUrl({ review: '' })}
        />
      )}
    </section>
  );
}

function findDuplicates(all: readonly AdminSubmission[]): Set<string> {
  const waiting = Map.groupBy(
    all.filter(({ status }) => status === 'pending'),
    duplicateKey,
  );
  return new Set([...waiting.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : [])));
}

/**
 * An action removes the pressed button. Focus moves to the same row, else to the one in its place, else to the filter.
 */
function useFocusAfter(shown: readonly AdminSubmission[]): (submission: AdminSubmission) => void {
  const actedOn = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    if (!actedOn.current || document.activeElement !== document.body) return;
    const { id, at } = actedOn.current;
    const next = shown.find((item) => item.id === id) ?? shown[Math.min(at, shown.length - 1)];
    const row = next && document.getElementById(rowId(next));
    (row ?? document.querySelector<HTMLElement>('.status-filter [aria-pressed="true"]'))?.focus();
    actedOn.current = undefined;
  }, [shown]);
  return ({ id }) => {
    actedOn.current = { id, at: shown.findIndex((item) => item.id === id) };
  };
}

function Waiting() {
  const isSlow = useDelayed(true);
  return (
    <div className="submission-list submission-wait" role="status">
      {isSlow && (
        <>
          <p className="visually-hidden">Laddar förfrågningar...</p>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="submission">
              <Skeleton width={58} height={76} />
              <Skeleton width="min(320px, 100%)" height={76} />
            </div>
          ))}
        </>
      )}
    </div>
  );
}
