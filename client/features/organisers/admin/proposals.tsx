import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { retention } from '#client/platform/page/retention.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import type { AdminProposal } from '#src/features/organisers/contract.ts';
import { proposalError } from '#src/features/organisers/rules.ts';
import { ProposalRow } from './proposal-row.tsx';
import { RejectProposal } from './reject-proposal.tsx';

const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({}, PAGE_SIZE);
const POLL_INTERVAL_MS = 60_000;

/** Polled: organisers propose, and other admins review. */
export const useProposals = () =>
  trpc.admin.proposals.list.useQuery(undefined, { staleTime: 0, refetchInterval: POLL_INTERVAL_MS });

export function Proposals({ query }: { query: ReturnType<typeof useProposals> }) {
  useFailureToast(query.error, FAILED.proposals);
  const { pageOf } = useListState(LIST_FORMAT);
  const [toReject, setToReject] = useState<AdminProposal>();
  const { visibleRows, pager } = pageOf(query.data ?? []);
  const current = query.data?.find(({ id }) => id === toReject?.id);
  return (
    <>
      <ListStates
        query={query}
        placeholder={<ListPlaceholder label="Laddar förslag..." />}
        failureTitle="Förslagen kunde inte visas"
        emptyState={{
          title: 'Inga förslag från arrangörer',
          text: 'När en arrangör vill ändra namn, datum, plats, distanser eller sport hamnar det här.',
        }}
        total={query.data?.length ?? 0}
      >
        <ul className="submission-list" aria-label="Förslag från arrangörer">
          {visibleRows.map((proposal) => (
            <ProposalRow key={proposal.id} proposal={proposal} onReject={setToReject} />
          ))}
        </ul>
        {retention() && (
          <p className="kept-until">
            Granskade förslag tas bort efter {retention()}; de som väntar finns kvar.
          </p>
        )}
        <Pager {...pager} />
      </ListStates>
      {toReject && (
        <RejectProposal
          key={toReject.id}
          proposal={toReject}
          isReviewable={!!current && !proposalError(current)}
          onClose={() => setToReject(undefined)}
        />
      )}
    </>
  );
}
