import { Download } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Progress } from '#client/ui/file-drop.tsx';
import { formatSize } from './sizes.ts';
import { type ExportProgress, useExport } from './use-export.ts';

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { progress, start, stop } = useExport(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Exportera backup"
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={progress ? stop : onClose}>
            {progress ? 'Avbryt exporten' : 'Avbryt'}
          </Button>
          <Button
            kind="primary"
            busy={!!progress}
            icon={<Download size={20} aria-hidden="true" />}
            onClick={start}
            data-focus-first
          >
            Exportera
          </Button>
        </>
      }
    >
      <div className="backup">
        <p>
          Allt innehåll sparas i en JSON-fil: evenemang, annonser, användare, meddelanden, inställningar och
          banners med sina filer. Den kan läsas in igen med Importera backup.
        </p>
        <p className="backup-note">
          Filen innehåller personuppgifter. Förvara den så att ingen obehörig kommer åt den.
        </p>
        {progress && (
          <Progress
            label={progressLabel(progress)}
            part={progress.total && Math.min(1, progress.bytes / progress.total)}
          />
        )}
      </div>
    </Dialog>
  );
}

function progressLabel({ bytes, total }: ExportProgress): string {
  if (bytes === 0) return 'Samlar ihop innehållet …';
  return total ? `Hämtar ${formatSize(bytes)} av ${formatSize(total)}` : `Hämtar ${formatSize(bytes)}`;
}
