import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '#src/features/admins/factors/contract.ts';

// Loaded when a passkey is used.
const webauthn = () => import('@simplewebauthn/browser');

/** Browsers have passkeys only on https pages and on localhost. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The browser gave no passkey: the admin cancelled, or has none for this site. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

const orNoPasskey = (cause: unknown): never => {
  throw new NoPasskey('The browser gave no passkey.', { cause });
};

/** Throws {@link NoPasskey}. */
export async function getPasskey(options: PasskeyOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webauthn();
  return startAuthentication({ optionsJSON: options }).catch(orNoPasskey);
}

/** Throws {@link NoPasskey}. */
export async function createPasskey(options: PasskeyOptions): Promise<PasskeyAttestation> {
  const { startRegistration } = await webauthn();
  const { id, response } = await startRegistration({ optionsJSON: options as never }).catch(orNoPasskey);
  return { id, response: { ...response, transports: response.transports ?? [] } };
}
