import { detailOf } from '../../src/shared/errors';
import { AccountCard } from '../features/accounts/profile/account-card';
import { MatchAlertsSwitch } from '../features/accounts/profile/match-alerts-switch';
import { PersonCard } from '../features/accounts/profile/person-card';
import { useProfile } from '../features/accounts/profile/use-profile';
import { OwnAnnouncements } from '../features/announcements/own/own-announcements';
import { BlockedMembers } from '../features/blocks/blocked-members';
import { OwnDataCard } from '../features/privacy/own-data-card';
import { OwnWatches } from '../features/watches/own-watches';
import { usePageTitle } from '../platform/navigation/title';
import { RequireSession } from '../shell/require-session';
import { Skeleton } from '../ui/skeleton';
import { useDelayed } from '../ui/use-delayed';

export default function ProfilePage() {
  usePageTitle('Min profil');
  return (
    <RequireSession message={detailOf('request.unauthorized')} what="till din profil">
      <Profile />
    </RequireSession>
  );
}

function Profile() {
  const account = useProfile();
  const isSlow = useDelayed(!account);
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Min profil</h1>
      </div>
      <div className="profile-page">
        <div className="profile-page-person">
          {account && <PersonCard account={account} />}
          {isSlow && (
            <div role="status">
              <p className="visually-hidden">Laddar profil...</p>
              <Skeleton width="100%" height={392} />
            </div>
          )}
        </div>
        <div className="profile-page-ads">
          <OwnAnnouncements />
          <OwnWatches>{account && <MatchAlertsSwitch account={account} />}</OwnWatches>
        </div>
        <div className="profile-page-account">
          {account && (
            <>
              <AccountCard account={account} />
              <BlockedMembers />
              <OwnDataCard />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
