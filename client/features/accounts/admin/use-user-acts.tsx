import { Ban, LockOpen, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { errorCodeOf, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useMarketChanged } from './use-market-changed';

export type UserAct = { id: string; label: string; icon: ReactNode; danger?: boolean; onSelect: () => void };
type Who = Pick<AdminAccount, 'id' | 'full_name' | 'email' | 'is_suspended'>;
type Asked = { what: 'suspend' | 'delete'; who: Who };

/**
 * What an admin may do with a member, each after a question (sections 4 and 8). `dialog` is to be rendered somewhere;
 * `onDeleted` is told when one is gone.
 */
export function useUserActs(onDeleted?: () => void) {
  const [asked, setAsked] = useState<Asked>();
  const changed = useMarketChanged();
  const answered = ({ id }: { id: string }) => setAsked((now) => (now?.who.id === id ? undefined : now));
  const suspension = trpc.admin.accounts.update.useMutation({
    onSuccess: () => toast.success('Användare uppdaterad'),
    onError: (error) => toast.error(unlessUncertain(error, FAILED.updateUser)),
    onSettled: (_answer, _error, input) => {
      answered(input);
      // Also after a failure: somebody may have been first.
      changed();
    },
  });
  const deletion = trpc.admin.accounts.delete.useMutation({
    onSuccess: (_answer, input) => {
      toast.success('Användare borttagen');
      answered(input);
      onDeleted?.();
      changed(input.id);
    },
    onError: (error, input) => {
      // The admin cancelled the password dialog: nothing failed, and the question stays open.
      if (errorCodeOf(error) === 'admin.confirm_password') return;
      toast.error(unlessUncertain(error, FAILED.deleteUser));
      answered(input);
      changed();
    },
  });
  const suspendOnce = useSendOnce(suspension);
  const deleteOnce = useSendOnce(deletion);

  const actsOn = (who: Who): UserAct[] => [
    {
      id: 'suspend',
      label: who.is_suspended ? 'Öppna kontot' : 'Stäng av',
      icon: who.is_suspended ? (
        <LockOpen size={20} aria-hidden="true" />
      ) : (
        <Ban size={20} aria-hidden="true" />
      ),
      onSelect: () => setAsked({ what: 'suspend', who }),
    },
    {
      id: 'delete',
      label: 'Ta bort',
      icon: <Trash2 size={20} aria-hidden="true" />,
      danger: true,
      onSelect: () => setAsked({ what: 'delete', who }),
    },
  ];

  const confirm = () => {
    if (!asked) return;
    const { id, is_suspended } = asked.who;
    if (asked.what === 'delete') deleteOnce({ id });
    else suspendOnce({ id, is_suspended: !is_suspended });
  };

  return {
    actsOn,
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        {...wordsOf(asked)}
        busy={[suspension, deletion].some((act) => act.isPending && act.variables.id === asked?.who.id)}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

/** What is asked. */
function wordsOf(asked: Asked | undefined) {
  const { full_name = '', email = '', is_suspended = false } = asked?.who ?? {};
  const about = `${full_name} · ${email}`;
  if (asked?.what === 'delete')
    return {
      title: 'Ta bort användare',
      about,
      question: `Är du säker på att du vill ta bort användaren "${full_name}"? Detta raderar även alla relaterade meddelanden, annonser och rapporter om användaren. Rapporter som användaren har gjort om andra står kvar. Inte heller en äldre backup tar tillbaka användaren.`,
      confirmLabel: 'Ta bort',
      danger: true,
    };
  if (is_suspended)
    return {
      title: 'Öppna kontot',
      about,
      question: `Är du säker på att du vill öppna kontot för "${full_name}" igen? Användaren kan logga in, och aktiva annonser visas på nytt.`,
      confirmLabel: 'Öppna kontot',
    };
  return {
    title: 'Stäng av användare',
    about,
    question: `Är du säker på att du vill stänga av "${full_name}"? Användaren loggas ut överallt, kan inte logga in, och annonserna visas inte.`,
    confirmLabel: 'Stäng av',
    danger: true,
  };
}
