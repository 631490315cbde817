import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import type { AccountReport, AdminAccountDetail } from '#src/features/accounts/admin/contract.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { formatCount } from '#src/shared/text.ts';
import { useUserActions } from './use-user-actions.tsx';
import { UserAds } from './user-ads.tsx';
import { UserEditDialog } from './user-edit-dialog.tsx';
import { SuspendedTag, VerifiedTag } from './user-tags.tsx';

type DetailProps = {
  adPath: (id: string) => string;
  renderReports: (reports: readonly AccountReport[]) => ReactNode;
};
type Props = DetailProps & { id: string; onClose: () => void };

export function UserDialog({ id, onClose, ...detailProps }: Props) {
  const query = trpc.admin.accounts.get.useQuery({ id }, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchUser);
  const userActions = useUserActions(onClose);
  const [isEditing, setEditing] = useState(false);
  const isGone = errorCodeOf(query.error) === 'account.not_found';
  const user = isGone ? undefined : query.data;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={user?.full_name ?? 'Användare'}
        footer={
          user && (
            <>
              {userActions
                .actionsFor(user)
                .reverse()
                .map(({ id, label, icon, danger, onSelect }) => (
                  <Button
                    key={id}
                    className={danger ? 'admin-danger' : 'dialog-cancel'}
                    icon={icon}
                    onClick={onSelect}
                  >
                    {label}
                  </Button>
                ))}
              <Button icon={<Pencil size={20} aria-hidden="true" />} onClick={() => setEditing(true)}>
                Redigera
              </Button>
            </>
          )
        }
      >
        {user ? (
          <Details user={user} {...detailProps} />
        ) : (
          <DialogState query={query} failureMessage={FAILED.fetchUser} />
        )}
      </Dialog>
      {user && isEditing && <UserEditDialog account={user} onClose={() => setEditing(false)} />}
      {userActions.dialog}
    </>
  );
}

function Details({ user, adPath, renderReports }: DetailProps & { user: AdminAccountDetail }) {
  return (
    <div className="admin-details">
      <div className="admin-tags">
        <VerifiedTag account={user} />
        <SuspendedTag account={user} />
      </div>
      <Facts>
        <Fact label="E-post">
          <MailLink className="admin-link" email={user.email} />
        </Fact>
        <Fact label="Telefon">
          {user.phone_number ? <PhoneLink className="admin-link" phone={user.phone_number} /> : 'Ej angivet'}
        </Fact>
        <Fact label="Användarnamn">{user.username}</Fact>
        <Fact label="Medlem sedan">{formatLongDay(dayInStockholm(new Date(user.created_at)))}</Fact>
        <Fact label="Senast inloggad">{user.last_login ? formatLongMoment(user.last_login) : 'Aldrig'}</Fact>
        <Fact label="Konto-id" wide>
          {user.id}
        </Fact>
      </Facts>
      <section className="admin-part">
        <h3 className="admin-part-title">Rapporter om användaren ({formatCount(user.reports.length)})</h3>
        {renderReports(user.reports)}
      </section>
      <section className="admin-part">
        <h3 className="admin-part-title">Annonser ({formatCount(user.announcements.length)})</h3>
        <UserAds ads={user.announcements} adPath={adPath} />
      </section>
    </div>
  );
}
