import { Copy, Download } from 'lucide-react';
import { useEffect } from 'react';
import { saveText } from '#client/platform/api/save-blob.ts';
import { copyText } from '#client/platform/feedback/copy-text.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { showRecoveryCodes, useRecoveryCodes } from './recovery-codes.ts';

/** Shows new recovery codes once, whatever the page below it. */
export function RecoveryCodesDialog() {
  const codes = useRecoveryCodes();
  useEffect(() => () => showRecoveryCodes([]), []);
  return codes.length > 0 && <Codes codes={codes} onClose={() => showRecoveryCodes([])} />;
}

const ONLY_NOW = { text: 'Koderna går inte att visa igen.', stay: 'Tillbaka till koderna' };

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Återställningskoder"
      unsaved
      unsavedQuestion={ONLY_NOW}
      footer={
        <Button kind="primary" onClick={onClose}>
          Jag har sparat koderna
        </Button>
      }
    >
      <div className="dialog-form">
        <p>
          Varje kod loggar in dig en gång om du inte har din telefon eller passkey. De visas bara nu. Spara
          dem i en lösenordshanterare eller på papper.
        </p>
        <ul className="recovery-codes" aria-label="Återställningskoder">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="admins-buttons">
          <Button
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(text, 'Koderna är kopierade')}
            data-focus-first
          >
            Kopiera
          </Button>
          <Button
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => saveText(`${text}\n`, `${clientConfig().site_name}-koder.txt`, 'text/plain')}
          >
            Ladda ner
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
