import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { OPTIONAL_COLUMNS, type OptionalColumn, type useColumns } from './use-columns.ts';

export function ColumnsButton({ columns: { shown, toggle } }: { columns: ReturnType<typeof useColumns> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Columns3 size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Kolumner
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Kolumner" size="small">
        <div className="event-columns">
          {Object.entries(OPTIONAL_COLUMNS).map(([name, label]) => (
            <Checkbox
              key={name}
              name={name}
              label={label}
              checked={shown.includes(name as OptionalColumn)}
              onChange={() => toggle(name as OptionalColumn)}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}
