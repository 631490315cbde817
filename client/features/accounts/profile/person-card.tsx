import { BadgeCheck, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OwnAccount } from '../../../../src/features/accounts/contract';
import { dayInStockholm, formatLongDay } from '../../../../src/shared/dates';
import { Button } from '../../../ui/button';
import { initialsOf } from '../../../ui/initials-of';
import { Tag } from '../../../ui/tag';
import { Facts } from './facts';
import { PersonForm } from './person-form';

/** Who one is to the others, and the form to change it (section 2). */
export function PersonCard({ account }: { account: OwnAccount }) {
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);

  // Back from the form, focus is where it was before.
  useEffect(() => {
    if (!isEdited && wasEdited.current) edit.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);

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
      {isEdited ? (
        <PersonForm account={account} onClose={() => setEdited(false)} />
      ) : (
        <>
          <Facts
            facts={[
              ['E-post', account.email],
              ['Användarnamn', account.username],
              ['Telefon', account.phone_number || 'Ej angivet'],
              ['Medlem sedan', formatLongDay(dayInStockholm(new Date(account.created_at)))],
            ]}
          />
          <Button
            wide
            ref={edit}
            icon={<Pencil size={18} aria-hidden="true" />}
            onClick={() => setEdited(true)}
          >
            Redigera profil
          </Button>
        </>
      )}
    </section>
  );
}
