import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { PASSKEYS_MAX } from '#src/features/admins/factors/contract.ts';
import { supportsPasskeys } from './passkey.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Props = { hasTotp: boolean; passkeyCount: number; large?: boolean };

export function AddFactorButtons({ hasTotp, passkeyCount, large = false }: Props) {
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const close = () => setAdding(undefined);
  return (
    <>
      <div className="admins-buttons">
        {!hasTotp && (
          <Button
            large={large}
            wide={large}
            icon={<Smartphone size={18} aria-hidden="true" />}
            onClick={() => setAdding('totp')}
          >
            Lägg till app för koder
          </Button>
        )}
        {supportsPasskeys() && passkeyCount < PASSKEYS_MAX && (
          <Button
            large={large}
            wide={large}
            icon={<KeyRound size={18} aria-hidden="true" />}
            onClick={() => setAdding('passkey')}
          >
            Lägg till passkey
          </Button>
        )}
      </div>
      {adding === 'totp' && <TotpDialog onClose={close} />}
      {adding === 'passkey' && <PasskeyDialog onClose={close} />}
    </>
  );
}
