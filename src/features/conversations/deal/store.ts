import { and, eq, sql } from 'drizzle-orm';
import { dealSteps } from '#db/schema/index.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { TickedStep } from './rules.ts';

export function findSteps(db: Reader, conversationId: string): Promise<TickedStep[]> {
  return db
    .select({
      key: dealSteps.step,
      // The id of the conversation stands for a member who left.
      done_by: sql<string>`coalesce(${dealSteps.done_by}, ${dealSteps.conversation_id})`,
      done_at: dealSteps.done_at,
      price: dealSteps.price,
    })
    .from(dealSteps)
    .where(eq(dealSteps.conversation_id, conversationId))
    .execute();
}

export async function insertStep(
  db: Db,
  conversation_id: string,
  { key, ...done }: TickedStep,
): Promise<void> {
  await db.insert(dealSteps).values({ conversation_id, step: key, ...done });
}

export async function deleteStep(
  db: Db,
  conversationId: string,
  { key, done_by }: Pick<TickedStep, 'key' | 'done_by'>,
): Promise<void> {
  await db
    .delete(dealSteps)
    .where(
      and(
        eq(dealSteps.conversation_id, conversationId),
        eq(dealSteps.step, key),
        eq(dealSteps.done_by, done_by),
      ),
    );
}
