import { BadgeCheck, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { initialsOf } from '#client/ui/initials-of.ts';
import { Tag } from '#client/ui/tag.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { PersonForm } from './person-form.tsx';

export function PersonCard({ account }: { account: OwnAccount }) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (!isEditing && wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className="profile-card" aria-labelledby="profil-namn">
      <div className="profile-head">
        <span className="profile-initials" aria-hidden="true">
          {initialsOf(account.full_name)}
        </span>
        <div className="profile-name">
          <h2 className="type-card" id="profil-namn">
            {account.full_name}
          </h2>
          {account.is_verified && (
            <Tag tone="ok">
              <BadgeCheck size={16} aria-hidden="true" />
              Verifierad
            </Tag>
          )}
        </div>
      </div>
      {isEditing ? (
        <PersonForm account={account} onClose={() => setEditing(false)} />
      ) : (
        <>
          <Facts>
            <Fact label="E-post">{account.email}</Fact>
            <Fact label="Användarnamn">{account.username}</Fact>
            <Fact label="Telefon">{account.phone_number || 'Ej angivet'}</Fact>
            <Fact label="Medlem sedan">{formatLongDay(dayInStockholm(new Date(account.created_at)))}</Fact>
          </Facts>
          <Button
            wide
            ref={editButton}
            icon={<Pencil size={18} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            Redigera profil
          </Button>
        </>
      )}
    </section>
  );
}
