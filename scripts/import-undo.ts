import type { UndoResult } from '#src/features/history/contract.ts';
import { DONE, onCalendar } from './script.ts';

/** `import:events --undo`. Prints what was, or would be, removed, restored and kept. */
export async function undoImport(id: string, dryRun: boolean): Promise<number> {
  const { undoBatch } = await import('#src/features/history/undo/service.ts');
  const { BatchUndo } = await import('#src/features/history/contract.ts');
  const { AppError } = await import('#src/shared/errors.ts');
  const { safeParse } = await import('valibot');
  const parsed = safeParse(BatchUndo, { id, dry_run: dryRun });
  if (!parsed.success) throw new AppError('batch.not_found');
  const result = await onCalendar((context) => undoBatch(context, parsed.output));
  if (dryRun) console.log('Dry run, nothing is stored. The result would be:');
  console.log(describe(result));
  return DONE;
}

const REASONS = { edited: 'edited since', ads: 'has ads', watched: 'is watched' } as const;

function describe({ removed, restored, kept }: UndoResult): string {
  const section = (title: string, lines: string[]) => [
    `${title}: ${lines.length}`,
    ...lines.map((line) => `  ${line}`),
  ];
  const line = ({ id, event_date, event_name }: UndoResult['removed'][number]) =>
    `${event_date} ${event_name} (${id})`;
  return [
    ...section('Removed', removed.map(line)),
    ...section('Restored', restored.map(line)),
    ...section(
      'Kept',
      kept.map((event) => `${line(event)}: ${REASONS[event.reason]}`),
    ),
  ].join('\n');
}
