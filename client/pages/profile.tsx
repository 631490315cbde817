import { AccountCard } from '#client/features/accounts/profile/account-card.tsx';
import { MatchAlertsSwitch } from '#client/features/accounts/profile/match-alerts-switch.tsx';
import { PersonCard } from '#client/features/accounts/profile/person-card.tsx';
import { useProfile } from '#client/features/accounts/profile/use-profile.ts';
import { OwnAnnouncements } from '#client/features/announcements/own/own-announcements.tsx';
import { BlockedMembers } from '#client/features/blocks/blocked-members.tsx';
import { OwnDataCard } from '#client/features/privacy/own-data-card.tsx';
import { OwnWatches } from '#client/features/watches/own-watches.tsx';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { RequireSession } from '#client/shell/require-session.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';

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
