import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import type { EnteredFactor } from '#src/features/admins/factors/contract.ts';
import { CodeField } from './code-field.tsx';
import { getPasskey, supportsPasskeys } from './passkey.ts';

/** The second factor of the logged-in admin, for a form that asks for the password too. */
export function useEnteredFactor() {
  const utils = trpc.useUtils();
  const admin = utils.admin.admins.verify.getData();
  const [code, setCode] = useState('');
  const canUsePasskey = !!admin?.has_passkey && supportsPasskeys();
  const isNeeded = !!admin?.has_totp || !!admin?.has_passkey;
  return {
    canUsePasskey,
    field: isNeeded && <CodeField value={code} onChange={setCode} optional={canUsePasskey} />,
    /** Asks the browser for a passkey unless a code was entered. Throws `NoPasskey`. */
    async enter(): Promise<EnteredFactor> {
      if (!isNeeded) return {};
      const isWithPasskey = canUsePasskey && !code.trim();
      if (!isWithPasskey) return { code };
      return { passkey: await getPasskey(await utils.client.admin.admins.passkeyConfirm.mutate()) };
    },
  };
}
