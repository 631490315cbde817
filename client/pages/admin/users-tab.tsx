import { useUserList } from '../../features/accounts/admin/use-user-list';
import { UserDialog } from '../../features/accounts/admin/user-dialog';
import { UserList } from '../../features/accounts/admin/user-list';
import { ReportList } from '../../features/reports/admin/report-list';
import { ReportsAbout } from '../../features/reports/admin/reports-about';
import { useReports } from '../../features/reports/admin/use-reports';
import { tabPath } from '../../platform/navigation/portal-tabs';
import { textFormat, useUrlState } from '../../platform/navigation/use-url-state';
import { Counter } from '../../ui/badge';
import { Segmented } from '../../ui/segmented';
import { Toolbar, ToolbarSearch } from '../../ui/toolbar';

const URL_PARAMS = textFormat({ view: '', user: '', page: '' });

const adPath = (id: string) => tabPath('marketplace', { ad: id });

export default function UsersTab() {
  const [{ view, user }, setUrl, queryWith] = useUrlState(URL_PARAMS);
  const { query: reportsQuery, openCount } = useReports();
  const userPath = (user: string) => queryWith({ user });
  const isReports = view === 'reports';
  const users = useUserList(!isReports);

  return (
    <>
      <Toolbar
        title={isReports ? 'Rapporter' : 'Användare'}
        count={isReports ? reportsQuery.data?.length : users.query.data && users.total}
      >
        <Segmented
          className="users-views"
          legend="Visa"
          name="view"
          value={isReports ? 'reports' : ''}
          options={[
            { value: '', label: 'Användare' },
            {
              value: 'reports',
              label: (
                <span className="users-view">
                  Rapporter {openCount !== undefined && <Counter count={openCount} loud={openCount > 0} />}
                </span>
              ),
            },
          ]}
          onChange={(chosen) => setUrl({ view: chosen, page: '' })}
        />
        {!isReports && (
          <ToolbarSearch
            label="Sök namn, e-post eller telefon"
            value={users.q}
            onChange={(q) => users.changeFilter({ q })}
          />
        )}
      </Toolbar>
      {isReports ? (
        <ReportList adPath={adPath} userPath={userPath} />
      ) : (
        <UserList list={users} userPath={userPath} onOpen={(id) => setUrl({ user: id })} />
      )}
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
