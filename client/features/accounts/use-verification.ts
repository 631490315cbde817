import { useEffect, useRef, useState } from 'react';
import { toldBy } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/sentences';

/** Where the verification stands (section 4), and what the server said of it. */
export type Verification = { at: 'verifying' } | { at: 'success' | 'error'; message: string };

/** Verifies with the token of a link, once, when the page is loaded. */
export function useVerification(token: string): Verification {
  const { client } = trpc.useUtils();
  const [verification, setVerification] = useState<Verification>({ at: 'verifying' });
  const asked = useRef<string>(undefined);
  useEffect(() => {
    // React may run an effect twice; the link is followed once.
    if (asked.current === token) return;
    asked.current = token;
    setVerification({ at: 'verifying' });
    const tell = (outcome: Verification) => asked.current === token && setVerification(outcome);
    client.marketplace.accounts.verify.mutate({ token }).then(
      ({ message }) => tell({ at: 'success', message }),
      (error) => tell({ at: 'error', message: toldBy(error, FAILED.verify) }),
    );
  }, [token, client]);
  return verification;
}
