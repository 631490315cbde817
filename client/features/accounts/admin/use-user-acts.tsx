import { Ban, LockOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { useAction } from '../../../ui/use-action';
import { useMarketChanged } from './use-market-changed';

export type UserAct = { id: string; label: string; icon: ReactNode; danger?: boolean; onSelect: () => void };
type Who = Pick<AdminAccount, 'id' | 'full_name' | 'email' | 'is_suspended'>;

/**
 * What an admin may do with a member, each after a question (sections 4 and 8). `dialog` is to be rendered somewhere;
 * `onDeleted` is told when one is gone.
 */
export function useUserActs(onDeleted?: () => void) {
  const { client } = trpc.useUtils();
  const changed = useMarketChanged();
  const suspension = useAction({
    confirm: suspensionQuestion,
    send: ({ id, is_suspended }: Who) =>
      client.admin.accounts.update.mutate({ id, is_suspended: !is_suspended }),
    done: 'Användare uppdaterad',
    failed: FAILED.updateUser,
    refresh: () => changed(),
  });
  const deletion = useAction({
    confirm: deletionQuestion,
    send: ({ id }: Who) => client.admin.accounts.delete.mutate({ id }),
    done: 'Användare borttagen',
    failed: FAILED.deleteUser,
    onDone: onDeleted,
    refresh: ({ id }, isDone) => changed(isDone ? id : undefined),
  });

  const actsOn = (who: Who): UserAct[] => [
    {
      id: 'suspend',
      label: who.is_suspended ? 'Öppna kontot' : 'Stäng av',
      icon: who.is_suspended ? (
        <LockOpen size={20} aria-hidden="true" />
      ) : (
        <Ban size={20} aria-hidden="true" />
      ),
      onSelect: () => suspension.start(who),
    },
    {
      id: 'delete',
      label: 'Ta bort',
      icon: <Trash2 size={20} aria-hidden="true" />,
      danger: true,
      onSelect: () => deletion.start(who),
    },
  ];

  return { actsOn, dialog: suspension.dialog || deletion.dialog };
}

const aboutOf = ({ full_name, email }: Who) => `${full_name} · ${email}`;

const deletionQuestion = (who: Who) => ({
  title: 'Ta bort användare',
  about: aboutOf(who),
  question: `Är du säker på att du vill ta bort användaren "${who.full_name}"? Detta raderar även alla relaterade meddelanden, annonser och rapporter om användaren. Rapporter som användaren har gjort om andra står kvar. Inte heller en äldre backup tar tillbaka användaren.`,
  confirmLabel: 'Ta bort',
  danger: true,
});

const suspensionQuestion = (who: Who) =>
  who.is_suspended
    ? {
        title: 'Öppna kontot',
        about: aboutOf(who),
        question: `Är du säker på att du vill öppna kontot för "${who.full_name}" igen? Användaren kan logga in, och aktiva annonser visas på nytt.`,
        confirmLabel: 'Öppna kontot',
      }
    : {
        title: 'Stäng av användare',
        about: aboutOf(who),
        question: `Är du säker på att du vill stänga av "${who.full_name}"? Användaren loggas ut överallt, kan inte logga in, och annonserna visas inte.`,
        confirmLabel: 'Stäng av',
        danger: true,
      };
