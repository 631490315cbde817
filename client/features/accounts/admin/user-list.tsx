import { useRef, useState } from 'react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import { useUserActions } from './use-user-actions.tsx';
import type { UserListState } from './use-user-list.ts';
import { UserEditDialog } from './user-edit-dialog.tsx';
import { UsersTable } from './users-table.tsx';

type Props = {
  list: UserListState;
  userPath: (id: string) => string;
  onOpen: (id: string) => void;
};

export function UserList({ list, userPath, onOpen }: Props) {
  const userActions = useUserActions();
  const [editedAccount, setEditedAccount] = useState<AdminAccount>();
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, list.visibleRows);

  return (
    <>
      <section aria-label="Användare" ref={focusFallback} tabIndex={-1} {...focusProps}>
        <ListStates
          query={list.query}
          placeholder={<ListPlaceholder label="Laddar användare" />}
          failureTitle={FAILED.fetchUsers}
          emptyState={{
            title: 'Inga användare ännu',
            text: 'Här kommer de som registrerar sig på Startplatsmarknaden att stå.',
          }}
          total={list.total}
          noMatch={{
            title: 'Ingen användare hittades',
            text: 'Sök på namn, e-postadress eller telefonnummer.',
            clearLabel: 'Rensa sökning',
            onClear: list.clear,
          }}
        >
          <UsersTable
            list={list}
            actionsFor={userActions.actionsFor}
            userPath={userPath}
            onOpen={onOpen}
            onEdit={setEditedAccount}
          />
        </ListStates>
        <Pager {...list.pager} />
      </section>
      {editedAccount && (
        <UserEditDialog
          key={editedAccount.id}
          account={editedAccount}
          onClose={() => setEditedAccount(undefined)}
        />
      )}
      {userActions.dialog}
    </>
  );
}
