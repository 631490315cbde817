import { beforeEach } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import { composers } from '#src/mails.ts';
import { queuedMails } from './accounts.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { appOfFile } from './of-file.ts';
import { newCaller, type Transport } from './transports.ts';

export const transport = 'rest';

export const NOW = new Date('2027-01-15T12:00:00.000Z');
export const SITE = 'https://lopp.example';
export const OBJECT = 'public.statements.object';

/** An app with an admin, and statements about a member. */
export async function openStatementWorld() {
  let now = NOW;
  const app = await appOfFile({ now: () => now });
  const admin = await makeAdmin(app.db);
  beforeEach(async () => {
    now = NOW;
    for (const table of [schema.accounts, schema.outbox, schema.auditLog]) await app.db.delete(table);
  });

  const storedStatements = () => app.db.select().from(schema.statements).orderBy(schema.statements.id);
  const kindsOfMails = async () => (await queuedMails(app)).map(({ kind }) => kind);
  const asVisitor = <Body>(transport: Transport, name: string, input: Record<string, unknown>) =>
    call<Body>(app, transport, name, { headers: newCaller() }, input);
  const compose = (kind: string, about: Record<string, string>) =>
    composers[kind]?.({ ...app.context, siteUrl: SITE }, about, { attempts: 1 });
  const composeStatement = ({ id, user_id }: { id: string; user_id: string }) =>
    compose('account.statement', { user_id, statement_id: id });
  const tokenOf = async (statement: { id: string; user_id: string }) => {
    const url = (await composeStatement(statement))?.button.url ?? '';
    return /^https:\/\/lopp\.example\/rules\/invandning\/([\w-]{43})$/.exec(url)?.[1] ?? '';
  };

  const act = (name: string, input: Record<string, unknown>) => call(app, transport, name, admin, input);

  return {
    act,
    admin,
    app,
    asVisitor,
    compose,
    composeStatement,
    kindsOfMails,
    now: () => now,
    setNow: (value: typeof now) => {
      now = value;
    },
    storedStatements,
    tokenOf,
  };
}
