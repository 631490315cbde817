import { Download, Trash2 } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';

type Props = {
  wide?: boolean;
  busy?: boolean;
  onDownload: () => void;
  onDelete: () => void;
};

export function DataButtons({ wide = false, busy = false, onDownload, onDelete }: Props) {
  return (
    <div className={wide ? 'own-data-actions-wide' : 'own-data-actions'}>
      <Button
        kind={wide ? 'primary' : 'secondary'}
        large={wide}
        wide={wide}
        busy={busy}
        icon={<Download size={18} aria-hidden="true" />}
        onClick={onDownload}
      >
        Ladda ner mina uppgifter
      </Button>
      <Button
        kind="quiet"
        wide={wide}
        className="own-data-delete"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={onDelete}
      >
        Ta bort mitt konto
      </Button>
    </div>
  );
}
