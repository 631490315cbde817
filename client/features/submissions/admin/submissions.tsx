import { useEffect, useMemo, useRef, useState } from 'react';
import { Proposals, useProposals } from '#client/features/organisers/admin/proposals.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { useOpened } from '#client/platform/navigation/use-opened.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { retention } from '#client/platform/page/retention.ts';
import { ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { proposalError } from '#src/features/organisers/rules.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { duplicateKey } from '#src/features/submissions/rules.ts';
import { formatCount } from '#src/shared/text.ts';
import { STATUS_LABELS } from './labels.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StatusFilter, statusOf } from './status-filter.tsx';
import { rowId, SubmissionRow } from './submission-row.tsx';
import { useDelete } from './use-delete.ts';

const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({ status: 'pending' }, PAGE_SIZE);
const URL_PARAMS = textFormat({ review: '' });

const SOURCE_PARAMS = textFormat({ from: '' });
const ORGANISERS = 'organisers';

const POLL_INTERVAL_MS = 60_000;

/** New races from visitors, or changes from organisers. */
export default function SubmissionsTab() {
  const [{ from }, setUrl] = useUrlState(SOURCE_PARAMS);
  const proposals = useProposals();
  const waiting = proposals.data?.filter((proposal) => !proposalError(proposal)).length ?? 0;
  return (
    <>
      <Segmented
        className="submissions-source"
        legend="Vilka förfrågningar"
        name="from"
        value={from === ORGANISERS ? ORGANISERS : 'visitors'}
        options={[
          { value: 'visitors', label: 'Nya lopp' },
          {
            value: ORGANISERS,
            label: waiting ? `Från arrangörer (${formatCount(waiting)})` : 'Från arrangörer',
          },
        ]}
        onChange={(source) => setUrl({ from: source === ORGANISERS ? ORGANISERS : '' })}
      />
      {from === ORGANISERS ? (
        <section className="submissions">
          <Toolbar title="Förslag från arrangörer" />
          <Proposals query={proposals} />
        </section>
      ) : (
        <Submissions />
      )}
    </>
  );
}

function Submissions() {
  // Polled: other admins review, and visitors submit.
  const submissions = trpc.admin.submissions.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
  useFailureToast(submissions.error, FAILED.fetchSubmissions);
  const { filter, changeFilter, pageOf } = useListState(LIST_FORMAT);
  const [{ review }, setUrl] = useUrlState(URL_PARAMS);
  const status = statusOf(filter.status);
  const allSubmissions = submissions.data;
  const matches = allSubmissions?.filter((item) => status === 'all' || item.status === status) ?? [];
  const { visibleRows, pager } = pageOf(matches);

  const duplicateIds = useMemo(() => findDuplicateIds(allSubmissions ?? []), [allSubmissions]);

  const [submissionToReject, setSubmissionToReject] = useState<AdminSubmission>();
  const { opened: submissionToReview } = useOpened(allSubmissions, review);
  const onHandled = useFocusAfterAction(visibleRows);
  const deletion = useDelete(onHandled);
  const currentOf = ({ id }: AdminSubmission) => allSubmissions?.find((item) => item.id === id);

  return (
    <section className="submissions">
      <Toolbar title="Förfrågningar">
        <StatusFilter
          submissions={allSubmissions}
          value={status}
          onChange={(status) => changeFilter({ status })}
        />
      </Toolbar>
      <ListStates
        query={submissions}
        placeholder={<LoadingRows />}
        failureTitle="Förfrågningarna kunde inte visas"
        emptyState={{
          title:
            status === 'all'
              ? 'Inga förfrågningar'
              : `Inga ${STATUS_LABELS[status].plural.toLowerCase()} förfrågningar`,
          text:
            status === 'all' || status === 'pending'
              ? 'När någon föreslår ett evenemang hamnar det här.'
              : undefined,
        }}
        total={matches.length}
      >
        <ul className="submission-list" aria-label="Förfrågningar">
          {visibleRows.map((submission) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              isDuplicate={duplicateIds.has(submission.id)}
              onHandled={onHandled}
              onReject={setSubmissionToReject}
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
      {submissionToReject && (
        <RejectDialog
          key={submissionToReject.id}
          submission={submissionToReject}
          current={currentOf(submissionToReject)}
          onHandled={onHandled}
          onClose={() => setSubmissionToReject(undefined)}
        />
      )}
      {submissionToReview && (
        <ReviewDialog
          key={submissionToReview.id}
          submission={submissionToReview}
          current={currentOf(submissionToReview)}
          onHandled={onHandled}
          onClose={() => setUrl({ review: '' })}
        />
      )}
    </section>
  );
}

function findDuplicateIds(all: readonly AdminSubmission[]): Set<string> {
  const pendingByKey = Map.groupBy(
    all.filter(({ status }) => status === 'pending'),
    duplicateKey,
  );
  return new Set(
    [...pendingByKey.values()].flatMap((group) => (group.length > 1 ? group.map(({ id }) => id) : [])),
  );
}

/**
 * An action removes the pressed button. Focus moves to the same row, else to the one in its place, else to the filter.
 */
function useFocusAfterAction(shown: readonly AdminSubmission[]): (submission: AdminSubmission) => void {
  const handledRow = useRef<{ id: string; index: number }>(undefined);
  useEffect(() => {
    if (!handledRow.current || document.activeElement !== document.body) return;
    const { id, index } = handledRow.current;
    const next = shown.find((item) => item.id === id) ?? shown[Math.min(index, shown.length - 1)];
    const row = next && document.getElementById(rowId(next));
    (row ?? document.querySelector<HTMLElement>('.status-filter [aria-pressed="true"]'))?.focus();
    handledRow.current = undefined;
  }, [shown]);
  return ({ id }) => {
    handledRow.current = { id, index: shown.findIndex((item) => item.id === id) };
  };
}

function LoadingRows() {
  const isSlow = useDelayed(true);
  return (
    <div className="submission-list submission-placeholder" role="status">
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
