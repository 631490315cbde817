import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type ReadMail, readMail } from './mails.ts';

export type MailBehavior =
  | 'accept'
  | 'refuse-sender-451'
  | 'refuse-receiver-450'
  | 'refuse-receiver-550'
  | 'unknown-receiver'
  | 'refuse-data-452'
  | 'refuse-data-554'
  | 'hang'
  | 'drop-before-accepting'
  | 'drop-after-accepting';

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

type Done = (error?: Error | null) => void;
const refusal = (responseCode: number, text = 'Refused by the test.') =>
  Object.assign(new Error(text), { responseCode });

/**
 * `behaviorOf` decides how the server replies. For the sender, it is called without a recipient. While `greets` is
 * false, new connections get no response.
 */
export function smtpServer(behaviorOf: (recipient?: string) => MailBehavior) {
  const accepted: ReadMail[] = [];
  const behaviorCounts: Partial<Record<MailBehavior | 'silence', number>> = {};
  const countBehavior = (what: MailBehavior | 'silence') => {
    behaviorCounts[what] = (behaviorCounts[what] ?? 0) + 1;
  };
  const state = { greets: true };
  const behaviorBySession = new Map<string, MailBehavior>();
  let server: SMTPServer | undefined;
  let port = 0;

  const socketOf = ({ id }: SMTPServerSession): Socket | undefined => {
    for (const connection of server?.connections ?? []) {
      const { id: connectionId, _socket } = connection as unknown as { id: string; _socket: Socket };
      if (connectionId === id) return _socket;
    }
  };

  const handlers = {
    onConnect: (_session: SMTPServerSession, done: Done) => {
      if (state.greets) done();
      else countBehavior('silence');
    },
    onMailFrom: (_address: unknown, _session: SMTPServerSession, done: Done) => {
      if (behaviorOf() !== 'refuse-sender-451') return done();
      countBehavior('refuse-sender-451');
      done(refusal(451));
    },
    onRcptTo: ({ address: recipient }: { address: string }, session: SMTPServerSession, done: Done) => {
      const behavior = behaviorOf(recipient);
      behaviorBySession.set(session.id, behavior);
      if (behavior === 'unknown-receiver') return done(refusal(550, '5.1.1 No such mailbox.'));
      if (!behavior.startsWith('refuse-receiver')) return done();
      countBehavior(behavior);
      done(refusal(Number(behavior.slice(-3))));
    },
    onData: async (stream: AsyncIterable<Uint8Array>, session: SMTPServerSession, done: Done) => {
      const bytes = await readAll(stream);
      if (!bytes) return;
      const behavior = behaviorBySession.get(session.id) ?? 'accept';
      countBehavior(behavior);
      if (behavior.startsWith('refuse-data')) return done(refusal(Number(behavior.slice(-3))));
      if (behavior === 'hang') return;
      if (behavior === 'drop-before-accepting') return void socketOf(session)?.destroy();
      accepted.push(await readMail(bytes));
      if (behavior === 'drop-after-accepting') return void socketOf(session)?.destroy();
      done();
    },
  };

  return {
    accepted,
    behaviorCounts,
    state,
    url: () => `smtp://127.0.0.1:${port}`,
    /** On a free port, and on the same port when opened again. */
    open: async () => {
      server = new SMTPServer({
        ...handlers,
        disabledCommands: ['AUTH', 'STARTTLS'],
        disableReverseLookup: true,
        closeTimeout: 50,
        logger: false,
      } as never);
      server.on('error', () => {});
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
      port = (server.server.address() as AddressInfo).port;
    },
    close: async () => {
      const closing = server;
      server = undefined;
      if (!closing) return;
      for (const connection of closing.connections) (connection as { _socket?: Socket })._socket?.destroy();
      await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
  };
}
