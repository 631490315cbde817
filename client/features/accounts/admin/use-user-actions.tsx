import { Ban, LockOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReasons } from '#client/features/statements/reason-fields.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import { useRefetchMarketData } from './use-refetch-market-data.ts';

export type UserAction = {
  id: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  onSelect: () => void;
};
type Member = Pick<AdminAccount, 'id' | 'full_name' | 'email' | 'is_suspended'>;

/** Render `dialog`, which asks for confirmation before each action. */
export function useUserActions(onDeleted?: () => void) {
  const { client } = trpc.useUtils();
  const refetch = useRefetchMarketData();
  const { reasonsFor, fieldsFor } = useReasons();
  const suspension = useAction({
    confirm: (member: Member) => ({
      ...suspensionQuestion(member),
      children: !member.is_suspended && fieldsFor(member.id),
    }),
    send: ({ id, is_suspended }) =>
      client.admin.accounts.update.mutate({
        id,
        is_suspended: !is_suspended,
        ...(!is_suspended && reasonsFor(id)),
      }),
    successToast: 'Användare uppdaterad',
    failureToast: FAILED.updateUser,
    refresh: () => refetch(),
  });
  const deletion = useAction({
    confirm: deletionQuestion,
    send: ({ id }: Member) => client.admin.accounts.delete.mutate({ id }),
    successToast: 'Användare borttagen',
    failureToast: FAILED.deleteUser,
    onSuccess: onDeleted,
    refresh: ({ id }, isDone) => refetch({ except: isDone ? id : undefined }),
  });

  const actionsFor = (member: Member): UserAction[] => [
    {
      id: 'suspend',
      label: member.is_suspended ? 'Öppna kontot' : 'Stäng av',
      icon: member.is_suspended ? (
        <LockOpen size={20} aria-hidden="true" />
      ) : (
        <Ban size={20} aria-hidden="true" />
      ),
      onSelect: () => suspension.start(member),
    },
    {
      id: 'delete',
      label: 'Ta bort',
      icon: <Trash2 size={20} aria-hidden="true" />,
      danger: true,
      onSelect: () => deletion.start(member),
    },
  ];

  return { actionsFor, dialog: suspension.dialog || deletion.dialog };
}

const describeMember = ({ full_name, email }: Member) => `${full_name} · ${email}`;

const deletionQuestion = (member: Member) => ({
  title: 'Ta bort användare',
  about: describeMember(member),
  question: `Är du säker på att du vill ta bort användaren "${member.full_name}"? Detta raderar även alla relaterade meddelanden, annonser och rapporter om användaren. Rapporter som användaren har gjort om andra står kvar. Inte heller en äldre backup tar tillbaka användaren.`,
  confirmLabel: 'Ta bort',
  danger: true,
});

const suspensionQuestion = (member: Member) =>
  member.is_suspended
    ? {
        title: 'Öppna kontot',
        about: describeMember(member),
        question: `Är du säker på att du vill öppna kontot för "${member.full_name}" igen? Användaren kan logga in, och aktiva annonser visas på nytt.`,
        confirmLabel: 'Öppna kontot',
      }
    : {
        title: 'Stäng av användare',
        about: describeMember(member),
        question: `Är du säker på att du vill stänga av "${member.full_name}"? Användaren loggas ut överallt, kan inte logga in, och annonserna visas inte. Ett mejl säger varför.`,
        confirmLabel: 'Stäng av',
        danger: true,
      };
