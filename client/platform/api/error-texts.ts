import type { ErrorRows, ErrorStatus } from '#src/shared/error-rows.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { publicErrors } from './public-errors.ts' with { type: 'macro' };

const rows = new Map<string, readonly [status: number, text: string, ...unknown[]]>(publicErrors());

/** The first pages of a visit do not load the errors of the portal and of rare pages, which add their own. */
export function addErrors(more: ErrorRows): void {
  for (const [code, row] of Object.entries(more)) rows.set(code, row);
}

export const isErrorCode = (text: unknown): text is ErrorCode => rows.has(text as string);

export const statusOf = (code: ErrorCode): ErrorStatus => (rows.get(code)?.[0] ?? 500) as ErrorStatus;
export const detailOf = (code: ErrorCode): string => rows.get(code)?.[1] ?? '';
