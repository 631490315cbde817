import { useRef, useState } from 'react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { Case } from '#src/features/notices/admin/rules.ts';
import { type CasePaths, NoticeItem, ObjectionItem } from './case-items.tsx';
import { NoticeDecisionDialog } from './notice-decision-dialog.tsx';
import { ObjectionDecisionDialog } from './objection-decision-dialog.tsx';
import { useCases } from './use-cases.ts';

const PAGE_SIZE = 20;
const LIST_FORMAT = listFormat({}, PAGE_SIZE);
const NO_CASES: readonly Case[] = [];

export function CaseList(paths: CasePaths) {
  const { query } = useCases();
  useFailureToast(query.error, FAILED.fetchCases);
  const list = useListState(LIST_FORMAT);
  const cases = query.data ?? NO_CASES;
  const { visibleRows, pager } = list.pageOf(cases);
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, visibleRows);
  const [openedId, setOpenedId] = useState<string>();
  const opened = cases.find(({ id }) => id === openedId);
  const close = () => setOpenedId(undefined);

  return (
    <section aria-label="Ärenden" ref={focusFallback} tabIndex={-1} {...focusProps}>
      <ListStates
        query={query}
        placeholder={<ListPlaceholder label="Laddar ärenden" />}
        failureTitle={FAILED.fetchCases}
        emptyState={{
          title: 'Inga ärenden',
          text: 'Ingen har anmält en annons eller invänt mot ett beslut.',
        }}
        total={cases.length}
      >
        <ul className="data-list">
          {visibleRows.map((row) => (
            <li key={row.id} className="report-row" tabIndex={-1} data-waits={row.isOpen || undefined}>
              {row.kind === 'notice' ? (
                <NoticeItem notice={row.notice} onDecide={() => setOpenedId(row.id)} {...paths} />
              ) : (
                <ObjectionItem objection={row.objection} onDecide={() => setOpenedId(row.id)} {...paths} />
              )}
            </li>
          ))}
        </ul>
      </ListStates>
      <Pager {...pager} />
      {opened?.kind === 'notice' && (
        <NoticeDecisionDialog key={opened.id} notice={opened.notice} onClose={close} />
      )}
      {opened?.kind === 'objection' && (
        <ObjectionDecisionDialog key={opened.id} objection={opened.objection} onClose={close} />
      )}
    </section>
  );
}
