import { useRef, useState } from 'react';
import type { Case } from '../../../../src/features/notices/admin/rules';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { ListPlaceholder, ListStates } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { listFormat, useListState } from '../../../ui/use-list-state';
import { useLostFocus } from '../../../ui/use-lost-focus';
import { type CasePaths, NoticeItem, ObjectionItem } from './case-items';
import { NoticeDecisionDialog } from './notice-decision-dialog';
import { ObjectionDecisionDialog } from './objection-decision-dialog';
import { useCases } from './use-cases';

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
