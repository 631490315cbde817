import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyOptions } from '#src/features/admins/factors/contract.ts';

export const ORIGIN = 'http://localhost:3000';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
const ascii = (text: string) => Buffer.from(text, 'ascii');

/** The user was present and verified. */
const FLAGS = 0b101;
const HAS_KEY = 0b0100_0000;

type Site = { origin?: string; rpId?: string; counter?: number };

/** A passkey in software: ES256, without attestation. Its responses are those of a browser, as JSON. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let uses = 0;

  const clientDataOf = (type: string, { challenge }: PasskeyOptions, { origin = ORIGIN }: Site) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });

  const authenticatorData = ({ rpId = 'localhost', counter = ++uses }: Site, key?: Uint8Array) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(key ? FLAGS | HAS_KEY : FLAGS, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, ...(key ? [key] : [])]);
  };

  // In COSE: EC2, ES256, P-256 and the coordinates.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id: base64url(id),
    publicKey: base64url(coseKey),
    /** The response to `navigator.credentials.create`. */
    register(options: PasskeyOptions, site: Site = {}) {
      const aaguid = Buffer.alloc(16);
      const key = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, coseKey]);
      const data = authenticatorData({ counter: 0, ...site }, key);
      const attestation = Buffer.concat([
        Buffer.from('a363', 'hex'),
        ascii('fmt'),
        Buffer.from('64', 'hex'),
        ascii('none'),
        Buffer.from('67', 'hex'),
        ascii('attStmt'),
        Buffer.from('a068', 'hex'),
        ascii('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(clientDataOf('webauthn.create', options, site)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** The response to `navigator.credentials.get`. */
    assert(options: PasskeyOptions, site: Site = {}): PasskeyAssertion {
      const clientData = clientDataOf('webauthn.get', options, site);
      const data = authenticatorData(site);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof makeAuthenticator>;
