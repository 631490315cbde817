import { sql } from 'drizzle-orm';
import type { ActorKind } from '#db/schema/index.ts';
import type { Admin } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';

/** Who changes events. `name` is the user name of an admin, the address of an organiser or the name of a source. */
type Actor = { kind: Exclude<ActorKind, 'system'>; name: string | null };

/** The history triggers read it until the transaction ends. Without it, the system changes the events. */
export async function setActor(tx: Db, { kind, name }: Actor): Promise<void> {
  await tx.execute(sql`select set_config('loppkalendern.actor_kind', ${kind}, true),
    set_config('loppkalendern.actor', ${name ?? ''}, true)`);
}

/** The changes of events until the transaction ends, or until another call, belong to this batch. */
export async function setBatch(tx: Db, id: string | null): Promise<void> {
  await tx.execute(sql`select set_config('loppkalendern.batch', ${id ?? ''}, true)`);
}

/** The triggers of history and watches ignore what `work` writes: the rows are the same as before, elsewhere. */
export async function withoutHistory<Result>(tx: Db, work: () => Promise<Result>): Promise<Result> {
  await tx.execute(sql`select set_config('loppkalendern.import', 'on', true)`);
  const result = await work();
  await tx.execute(sql`select set_config('loppkalendern.import', '', true)`);
  return result;
}

export const adminActor = ({ username }: Admin): Actor => ({ kind: 'admin', name: username });

/** Sets the actor at the start of each transaction. */
export const withActor = (db: Reader, actor: Actor): Reader => ({
  select: db.select.bind(db) as Reader['select'],
  with: db.with.bind(db) as Reader['with'],
  $with: db.$with,
  execute: db.execute.bind(db) as Reader['execute'],
  transaction: (work, options) =>
    db.transaction(async (tx) => {
      await setActor(tx, actor);
      return work(tx);
    }, options),
});
