import { KeyRound, LifeBuoy, Pencil, RefreshCw, Smartphone, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { Passkey } from '#src/features/admins/factors/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { countOf } from '#src/shared/text.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { showRecoveryCodes } from './recovery-codes.ts';
import { useFactorRefresh } from './use-factor-refresh.ts';

const ICON = { size: 20, 'aria-hidden': true } as const;

type RowProps = { icon: ReactNode; title: string; note: string; children: ReactNode };

function Row({ icon, title, note, children }: RowProps) {
  return (
    <li className="factor-row">
      {icon}
      <div className="factor-row-text">
        <p className="admins-name">{title}</p>
        <p className="admin-meta">{note}</p>
      </div>
      <div className="factor-row-actions">{children}</div>
    </li>
  );
}

const REMOVAL_QUESTION =
  'Utan andra steg räcker ditt lösenord för att logga in. Återställningskoderna tas då bort.';

export function TotpRow() {
  const { client } = trpc.useUtils();
  const removal = useAction({
    confirm: (_: Record<string, never>) => ({
      title: 'Ta bort app för koder',
      question: `Koder från appen fungerar inte längre. ${REMOVAL_QUESTION}`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: () => client.admin.factors.removeTotp.mutate(),
    successToast: ({ message }) => message,
    failureToast: FAILED.changeFactors,
    refresh: useFactorRefresh(),
  });
  return (
    <>
      <Row icon={<Smartphone {...ICON} />} title="App för koder" note="Ger en ny kod var 30:e sekund">
        <IconButton label="Ta bort app för koder" title="Ta bort" onClick={() => removal.start({})}>
          <Trash2 {...ICON} />
        </IconButton>
      </Row>
      {removal.dialog}
    </>
  );
}

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { client } = trpc.useUtils();
  const [isRenaming, setRenaming] = useState(false);
  const removal = useAction({
    confirm: ({ name }: Passkey) => ({
      title: 'Ta bort passkey',
      about: name,
      question: `Passkeyn fungerar inte längre. Är den din sista? ${REMOVAL_QUESTION}`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.factors.removePasskey.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.changeFactors,
    refresh: useFactorRefresh(),
  });
  const { name, created_at, last_used_at } = passkey;
  const use = last_used_at ? `använd ${formatShortMoment(last_used_at)}` : 'inte använd';
  return (
    <>
      <Row
        icon={<KeyRound {...ICON} />}
        title={name}
        note={`Passkey, tillagd ${formatShortMoment(created_at)}, ${use}`}
      >
        <IconButton label={`Byt namn: ${name}`} title="Byt namn" onClick={() => setRenaming(true)}>
          <Pencil {...ICON} />
        </IconButton>
        <IconButton label={`Ta bort: ${name}`} title="Ta bort" onClick={() => removal.start(passkey)}>
          <Trash2 {...ICON} />
        </IconButton>
      </Row>
      {isRenaming && <PasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
      {removal.dialog}
    </>
  );
}

export function RecoveryRow({ left }: { left: number }) {
  const { client } = trpc.useUtils();
  const renewal = useAction({
    confirm: (_: Record<string, never>) => ({
      title: 'Nya återställningskoder',
      question: 'De gamla koderna slutar att fungera.',
      confirmLabel: 'Gör nya koder',
    }),
    send: () => client.admin.factors.renewRecoveryCodes.mutate(),
    successToast: 'Nya koder är gjorda',
    failureToast: FAILED.changeFactors,
    onSuccess: ({ recovery_codes }) => showRecoveryCodes(recovery_codes),
    refresh: useFactorRefresh(),
  });
  return (
    <>
      <Row
        icon={<LifeBuoy {...ICON} />}
        title="Återställningskoder"
        note={countOf(left, 'kod kvar', 'koder kvar')}
      >
        <IconButton label="Gör nya återställningskoder" title="Gör nya" onClick={() => renewal.start({})}>
          <RefreshCw {...ICON} />
        </IconButton>
      </Row>
      {renewal.dialog}
    </>
  );
}
