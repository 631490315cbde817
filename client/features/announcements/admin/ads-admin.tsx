import { useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Toolbar, ToolbarSearch } from '#client/ui/toolbar.tsx';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import { AdDialog } from './ad-dialog.tsx';
import { AdFilters } from './ad-filters.tsx';
import { AdsTable } from './ads-table.tsx';
import { useAdActions } from './use-ad-actions.tsx';
import { useAdList } from './use-ad-list.ts';

const URL_PARAMS = textFormat({ ad: '' });

const NO_ADS: never[] = [];
const userPath = (id: string) => tabPath('marketplace-users', { user: id });

export default function AdsAdmin() {
  const ads = trpc.admin.announcements.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(ads.error, FAILED.fetchAnnouncements);
  const list = useAdList(ads.data ?? NO_ADS);
  const [{ ad: openAdId }, setUrl, queryWith] = useUrlState(URL_PARAMS);
  const adActions = useAdActions();
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, list.visibleRows);
  const adPath = (ad: string) => queryWith({ ad });

  return (
    <>
      <Toolbar title="Marknadsplats" count={ads.data && list.total}>
        <ToolbarSearch
          label="Sök nr, evenemang eller ägare"
          value={list.filter.q}
          onChange={(q) => list.changeFilter({ q })}
        />
      </Toolbar>
      {ads.data && <AdFilters list={list} />}
      <section aria-label="Annonser" ref={focusFallback} tabIndex={-1} {...focusProps}>
        <ListStates
          query={ads}
          placeholder={<ListPlaceholder label="Laddar annonser" />}
          failureTitle={FAILED.fetchAnnouncements}
          emptyState={{
            title: 'Inga annonser ännu',
            text: 'Här kommer alla annonser på Startplatsmarknaden att stå.',
          }}
          total={list.total}
          noMatch={{
            title: 'Inga annonser matchar',
            text: 'Prova att ändra sökningen eller filtren.',
            clearLabel: 'Rensa filter',
            onClear: list.clear,
          }}
        >
          <AdsTable
            list={list}
            actionsFor={adActions.actionsFor}
            adPath={adPath}
            userPath={userPath}
            onOpen={(ad) => setUrl({ ad })}
          />
        </ListStates>
        <Pager {...list.pager} />
      </section>
      {openAdId && (
        <AdDialog key={openAdId} id={openAdId} userPath={userPath} onClose={() => setUrl({ ad: '' })} />
      )}
      {adActions.dialog}
    </>
  );
}
