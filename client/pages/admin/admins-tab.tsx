import { DigestCard } from '#client/features/admins/digest/digest-form.tsx';
import { FactorList } from '#client/features/admins/factors/factors.tsx';
import { AdminList } from '#client/features/admins/list/admin-list.tsx';
import { SessionList } from '#client/features/admins/sessions/session-list.tsx';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Segmented } from '#client/ui/segmented.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';

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
