import { useUserList } from '#client/features/accounts/admin/use-user-list.ts';
import { UserDialog } from '#client/features/accounts/admin/user-dialog.tsx';
import { UserList } from '#client/features/accounts/admin/user-list.tsx';
import { CaseList } from '#client/features/notices/admin/case-list.tsx';
import { useCases } from '#client/features/notices/admin/use-cases.ts';
import { ReportList } from '#client/features/reports/admin/report-list.tsx';
import { ReportsAbout } from '#client/features/reports/admin/reports-about.tsx';
import { useReports } from '#client/features/reports/admin/use-reports.ts';
import { WatchesView } from '#client/features/watches/admin/watches-view.tsx';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Counter } from '#client/ui/badge.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { Toolbar, ToolbarSearch } from '#client/ui/toolbar.tsx';

const URL_PARAMS = textFormat({ view: '', user: '', page: '' });

const TITLES = { '': 'Användare', reports: 'Rapporter', cases: 'Ärenden', watches: 'Bevakningar' } as const;

const isView = (view: string): view is keyof typeof TITLES => Object.hasOwn(TITLES, view);

const adPath = (id: string) => tabPath('marketplace', { ad: id });

export default function UsersTab() {
  const [{ view, user }, setUrl, queryWith] = useUrlState(URL_PARAMS);
  const reports = useReports();
  const cases = useCases();
  const userPath = (user: string) => queryWith({ user });
  const shown = isView(view) ? view : '';
  const users = useUserList(shown === '');

  return (
    <>
      <Toolbar
        title={TITLES[shown]}
        count={
          {
            '': users.query.data && users.total,
            reports: reports.query.data?.length,
            cases: cases.query.data?.length,
            watches: undefined,
          }[shown]
        }
      >
        <Segmented
          className="users-views"
          legend="Visa"
          name="view"
          value={shown}
          options={[
            { value: '', label: TITLES[''] },
            { value: 'reports', label: <CountedView title={TITLES.reports} openCount={reports.openCount} /> },
            { value: 'cases', label: <CountedView title={TITLES.cases} openCount={cases.openCount} /> },
            { value: 'watches', label: TITLES.watches },
          ]}
          onChange={(chosen) => setUrl({ view: chosen, page: '' })}
        />
        {shown === '' && (
          <ToolbarSearch
            label="Sök namn, e-post eller telefon"
            value={users.q}
            onChange={(q) => users.changeFilter({ q })}
          />
        )}
      </Toolbar>
      {shown === '' && <UserList list={users} userPath={userPath} onOpen={(id) => setUrl({ user: id })} />}
      {shown === 'reports' && <ReportList adPath={adPath} userPath={userPath} />}
      {shown === 'cases' && <CaseList adPath={adPath} userPath={userPath} />}
      {shown === 'watches' && <WatchesView />}
      {user && (
        <UserDialog
          key={user}
          id={user}
          adPath={adPath}
          renderReports={(reports) => <ReportsAbout reports={reports} adPath={adPath} userPath={userPath} />}
          onClose={() => setUrl({ user: '' })}
        />
      )}
    </>
  );
}

function CountedView({ title, openCount }: { title: string; openCount: number | undefined }) {
  return (
    <span className="users-view">
      {title} {openCount !== undefined && <Counter count={openCount} loud={openCount > 0} />}
    </span>
  );
}
