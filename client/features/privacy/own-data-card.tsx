import { useState } from 'react';
import { Link } from '#client/ui/link.tsx';
import { DataButtons } from './data-buttons.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { useDownload } from './use-download.ts';

export function OwnDataCard() {
  const { download, isPending } = useDownload();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <section className="profile-card" aria-labelledby="dina-uppgifter">
      <h2 className="profile-card-title" id="dina-uppgifter">
        Dina uppgifter
      </h2>
      <p className="own-data-lead">
        Allt som vi har sparat om dig kan du ladda ner som en fil, och du kan ta bort ditt konto när du vill.{' '}
        <Link className="text-link" to="/privacy">
          Integritetspolicy
        </Link>
      </p>
      <DataButtons busy={isPending} onDownload={download} onDelete={() => setConfirming(true)} />
      {isConfirming && <DeletionDialog onClose={() => setConfirming(false)} />}
    </section>
  );
}
