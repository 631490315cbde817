import { useUserList } from '../../features/accounts/admin/use-user-list';
import { UserDialog } from '../../features/accounts/admin/user-dialog';
import { UserList } from '../../features/accounts/admin/user-list';
import { CaseList } from '../../features/notices/admin/case-list';
import { useCases } from '../../features/notices/admin/use-cases';
import { ReportList } from '../../features/reports/admin/report-list';
import { ReportsAbout } from '../../features/reports/admin/reports-about';
import { useReports } from '../../features/reports/admin/use-reports';
import { WatchesView } from '../../features/watches/admin/watches-view';
import { tabPath } from '../../platform/navigation/portal-tabs';
import { textFormat, useUrlState } from '../../platform/navigation/use-url-state';
import { Counter } from '../../ui/badge';
import { Segmented } from '../../ui/segmented';
import { Toolbar, ToolbarSearch } from '../../ui/toolbar';

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
