import { Inbox, Plus, UserRound } from 'lucide-react';
import { useShowMemberParts, useUnreadCount } from '#client/platform/session/login-state.ts';
import { Counter } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { useIsWide } from '#client/ui/use-media.ts';

export function MarketHead({ member }: { member: { full_name: string } | undefined }) {
  useShowMemberParts();
  return (
    <div className="page-head market-head">
      <div>
        <h1 className="type-title">
          <Hyphenated text="Startplatsmarknaden" />
        </h1>
        {member && <p className="page-lead">{`Välkommen, ${member.full_name}!`}</p>}
      </div>
      {member ? <MemberButtons /> : <VisitorButtons />}
    </div>
  );
}

function VisitorButtons() {
  return (
    <div className="market-buttons">
      <ButtonLink to="/marketplace/login">Logga in</ButtonLink>
      <ButtonLink kind="primary" to="/marketplace/register">
        Registrera dig
      </ButtonLink>
    </div>
  );
}

/** The header has the name and "Logga ut". */
function MemberButtons() {
  const unread = useUnreadCount();
  const isWide = useIsWide();
  // DOM order follows the visual order, for the Tab key and screen readers.
  const createButton = (
    <ButtonLink
      kind="primary"
      className="market-create"
      to="/marketplace/create"
      icon={<Plus size={18} aria-hidden="true" />}
    >
      Skapa annons
    </ButtonLink>
  );
  return (
    <div className="market-buttons">
      {!isWide && createButton}
      <ButtonLink to="/marketplace/inbox" icon={<Inbox size={18} aria-hidden="true" />}>
        <Hyphenated text="Meddelanden" />
        {unread > 0 && (
          <>
            {' '}
            <Counter count={unread} loud />
            <span className="visually-hidden">{unread === 1 ? 'oläst' : 'olästa'}</span>
          </>
        )}
      </ButtonLink>
      <ButtonLink to="/marketplace/profile" icon={<UserRound size={18} aria-hidden="true" />}>
        Min profil
      </ButtonLink>
      {isWide && createButton}
    </div>
  );
}
