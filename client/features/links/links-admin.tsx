import { RefreshCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { AdminLink } from '#src/features/links/contract.ts';
import { LinkTable } from './link-table.tsx';
import { ReplaceLinkDialog } from './replace-link-dialog.tsx';
import { useLinkActions } from './use-link-actions.ts';

const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({ status: '' }, PAGE_SIZE);
const NO_LINKS: readonly AdminLink[] = [];

/** `unknown` is listed by itself: most of these work in a browser. */
const isShown = (filter: string, { status }: AdminLink) => (filter === 'unknown') === (status === 'unknown');

export default function LinksAdmin() {
  const query = trpc.admin.links.list.useQuery({}, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchLinks);
  const { filter, changeFilter, pageOf } = useListState(LIST_FORMAT);
  const all = query.data ?? NO_LINKS;
  const shown = useMemo(() => all.filter((link) => isShown(filter.status, link)), [all, filter.status]);
  const { visibleRows, pager } = pageOf(shown);
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, visibleRows);
  const [replaced, setReplaced] = useState<AdminLink>();
  const { check, removal } = useLinkActions();

  return (
    <>
      <Toolbar title="Länkar" count={query.data && shown.length}>
        <Segmented
          legend="Visa länkar som"
          name="link_status"
          value={filter.status === 'unknown' ? 'unknown' : ''}
          options={[
            { value: '', label: 'Fungerar inte' },
            { value: 'unknown', label: 'Okända' },
          ]}
          onChange={(status) => changeFilter({ status })}
        />
        <Button
          className="toolbar-main"
          icon={<RefreshCw size={18} aria-hidden="true" />}
          busy={check.isBusy('')}
          onClick={() => check.start({})}
        >
          Kontrollera nu
        </Button>
      </Toolbar>
      <p className="admin-note link-about">
        {filter.status === 'unknown'
          ? 'Webbplatser som inte släpper in kontrollen eller är otillgängliga. De flesta fungerar i en webbläsare.'
          : 'Länkarna kontrolleras varje vecka. En länk som inte har fungerat på sju dagar är död och visas inte för besökare.'}
      </p>
      <section aria-label="Länkar" ref={focusFallback} tabIndex={-1} {...focusProps}>
        <ListStates
          query={query}
          placeholder={<ListPlaceholder label="Laddar länkar" />}
          failureTitle={FAILED.fetchLinks}
          emptyState={{ title: 'Inga trasiga länkar', text: 'Alla länkar som har kontrollerats fungerar.' }}
          total={shown.length}
          noMatch={{
            title: filter.status === 'unknown' ? 'Inga okända länkar' : 'Inga trasiga länkar',
            text: 'Det finns länkar i den andra listan.',
            clearLabel: 'Visa den andra listan',
            onClear: () => changeFilter({ status: filter.status === 'unknown' ? '' : 'unknown' }),
          }}
        >
          <LinkTable
            links={visibleRows}
            isChecking={check.isBusy}
            onCheck={({ id }) => check.start({ id })}
            onReplace={setReplaced}
            onRemove={removal.start}
          />
          <Pager {...pager} />
        </ListStates>
      </section>
      {replaced && (
        <ReplaceLinkDialog key={replaced.id} link={replaced} onClose={() => setReplaced(undefined)} />
      )}
      {removal.dialog}
    </>
  );
}
