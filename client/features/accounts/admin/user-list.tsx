import { type ReactNode, useRef, useState } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { ListStates, WaitingList } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { Toolbar, ToolbarSearch } from '../../../ui/toolbar';
import { useLostFocus } from '../../../ui/use-lost-focus';
import { useUserActs } from './use-user-acts';
import { useUserList } from './use-user-list';
import { UserEditDialog } from './user-edit-dialog';
import { UsersTable } from './users-table';

type Props = {
  /** What else the tab shows, in its toolbar. */
  views: ReactNode;
  userPath: (id: string) => string;
  onOpen: (id: string) => void;
};

const NOBODY: never[] = [];

/** Every member: found, edited, suspended, deleted (section 2). */
export function UserList({ views, userPath, onOpen }: Props) {
  const users = trpc.admin.accounts.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(users.error, FAILED.fetchUsers);
  const list = useUserList(users.data ?? NOBODY);
  const acts = useUserActs();
  const [edited, setEdited] = useState<AdminAccount>();
  const refuge = useRef<HTMLElement>(null);
  const focusKept = useLostFocus(refuge, list.shown);

  return (
    <>
      <Toolbar title="Användare" count={users.data && list.total}>
        {views}
        <ToolbarSearch
          label="Sök namn, e-post eller telefon"
          value={list.q}
          onChange={(q) => list.narrow({ q })}
        />
      </Toolbar>
      <section aria-label="Användare" ref={refuge} tabIndex={-1} {...focusKept}>
        <ListStates
          query={users}
          waiting={<WaitingList label="Laddar användare" />}
          failed={FAILED.fetchUsers}
          none={{
            title: 'Inga användare ännu',
            text: 'Här kommer de som registrerar sig på Startplatsmarknaden att stå.',
          }}
          total={list.total}
          noMatch={{
            title: 'Ingen användare hittades',
            text: 'Sök på namn, e-postadress eller telefonnummer.',
            clear: 'Rensa sökning',
            onClear: list.clear,
          }}
        >
          <UsersTable
            list={list}
            actsOn={acts.actsOn}
            userPath={userPath}
            onOpen={onOpen}
            onEdit={setEdited}
          />
        </ListStates>
        <Pager {...list.pager} />
      </section>
      {edited && <UserEditDialog key={edited.id} account={edited} onClose={() => setEdited(undefined)} />}
      {acts.dialog}
    </>
  );
}
