import { type ReactNode, useEffect, useRef, useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { DataButtons } from './data-buttons.tsx';
import { LinkDeletionDialog } from './link-deletion-dialog.tsx';
import { saveData } from './save-data.ts';
import { useDataLink } from './use-data-link.ts';

type Props = {
  token: string;
  newLinkForm: ReactNode;
};

export function LinkedData({ token, newLinkForm }: Props) {
  const link = useDataLink(token);
  const [deletedMessage, setDeletedMessage] = useState<string>();
  const isSlow = useDelayed(link.isPending);

  if (deletedMessage) return <DeletedNotice message={deletedMessage} />;
  if (link.data) return <Actions token={token} data={link.data} onDeleted={setDeletedMessage} />;
  if (link.isPending) return isSlow && <p role="status">Hämtar dina uppgifter...</p>;
  if (link.error) {
    return (
      <>
        <Alert>{errorMessage(link.error, FAILED.myData)}</Alert>
        <Button wide busy={link.isFetching} onClick={() => link.refetch()}>
          Försök igen
        </Button>
      </>
    );
  }
  return (
    <>
      <Alert>{detailOf('data_link.invalid')}</Alert>
      <p className="own-data-lead">Är ditt konto avstängt kan du begära en ny länk här.</p>
      {newLinkForm}
      <ButtonLink to="/marketplace/login">Till inloggningen</ButtonLink>
    </>
  );
}

type ActionsProps = { token: string; data: MyData; onDeleted: (message: string) => void };

function Actions({ token, data, onDeleted }: ActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { account, announcements, conversations } = data;
  const facts = [
    ['Namn', account.full_name],
    ['E-post', account.email],
    ['Annonser', announcements.length],
    ['Konversationer', conversations.length],
  ] as const;
  return (
    <>
      <p className="own-data-lead">
        Allt som vi har sparat om dig kan du ladda ner som en fil, och du kan ta bort ditt konto.
      </p>
      <dl className="linked-data">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="linked-data-value">{value}</dd>
          </div>
        ))}
      </dl>
      <DataButtons wide onDownload={() => saveData(data)} onDelete={() => setConfirming(true)} />
      {isConfirming && (
        <LinkDeletionDialog
          token={token}
          email={account.email}
          onDeleted={onDeleted}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Takes focus, because the pressed button is gone. */
function DeletedNotice({ message }: { message: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p className="linked-data-deleted" role="status" ref={note} tabIndex={-1}>
        {message}
      </p>
      <ButtonLink kind="primary" large wide to="/">
        Till kalendern
      </ButtonLink>
    </>
  );
}
