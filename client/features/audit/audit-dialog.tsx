import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { ACTIONS, type Action } from '#src/features/audit/contract.ts';
import { AuditList } from './audit-list.tsx';

export function AuditDialog({ onClose }: { onClose: () => void }) {
  const [admin, setAdmin] = useState('');
  const [action, setAction] = useState<Action | ''>('');
  // React Query only re-renders for fields that are read during render.
  const { data: actors, isError, refetch } = trpc.admin.audit.actors.useQuery(undefined, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title="Logg" size="large">
      <div className="audit-filter">
        <Field label="Admin">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="admin"
              value={admin}
              onChange={(event) => setAdmin(event.target.value)}
            >
              <option value="">Alla</option>
              {actors?.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Händelse">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="action"
              value={action}
              onChange={(event) => setAction(event.target.value as Action | '')}
            >
              <option value="">Alla</option>
              {Object.entries(ACTIONS).map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <AuditList
        key={`${admin} ${action}`}
        admin={admin}
        action={action}
        onRetry={() => isError && refetch()}
        onClear={() => {
          setAdmin('');
          setAction('');
        }}
      />
    </Dialog>
  );
}
