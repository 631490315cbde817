import { DigestCard } from '../../features/admins/digest/digest-form';
import { FactorList } from '../../features/admins/factors/factors';
import { AdminList } from '../../features/admins/list/admin-list';
import { SessionList } from '../../features/admins/sessions/session-list';
import { textFormat, useUrlState } from '../../platform/navigation/use-url-state';
import { Segmented } from '../../ui/segmented';
import { Toolbar } from '../../ui/toolbar';

const URL_PARAMS = textFormat({ view: '' });

export default function AdminsTab() {
  const [{ view }, setUrl] = useUrlState(URL_PARAMS);
  const isOwn = view === 'own';
  return (
    <>
      <Toolbar title={isOwn ? 'Ditt konto' : 'Administratörer'}>
        <Segmented
          legend="Visa"
          name="view"
          value={isOwn ? 'own' : ''}
          options={[
            { value: '', label: 'Administratörer' },
            { value: 'own', label: 'Ditt konto' },
          ]}
          onChange={(chosen) => setUrl({ view: chosen })}
        />
      </Toolbar>
      {isOwn ? (
        <div className="admins-own">
          <FactorList />
          <SessionList />
          <DigestCard />
        </div>
      ) : (
        <div className="admins-all">
          <AdminList />
          <SessionList all />
        </div>
      )}
    </>
  );
}
