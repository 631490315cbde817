import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';

export type Verification = { status: 'verifying' } | { status: 'success' | 'error'; message: string };

export function useVerification(token: string): Verification {
  const { client } = trpc.useUtils();
  const [verification, setVerification] = useState<Verification>({ status: 'verifying' });
  const sentToken = useRef<string>(undefined);
  useEffect(() => {
    // Strict Mode runs effects twice; send the token once.
    if (sentToken.current === token) return;
    sentToken.current = token;
    setVerification({ status: 'verifying' });
    const settle = (outcome: Verification) => sentToken.current === token && setVerification(outcome);
    client.marketplace.accounts.verify.mutate({ token }).then(
      ({ message }) => settle({ status: 'success', message }),
      (error) => settle({ status: 'error', message: errorMessage(error, FAILED.verify) }),
    );
  }, [token, client]);
  return verification;
}
