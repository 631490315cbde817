import pino from 'pino';
import { databaseCode } from './failures.ts';

export type Log = pino.Logger;

const pretty = process.stderr.isTTY ? (await import('pino-pretty')).default : undefined;

/** Writes JSON lines to standard error, or readable lines on a terminal. */
export function createLog(level: string): Log {
  const stream = pretty
    ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    : pino.destination({ dest: 2, sync: true });
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    stream,
  );
}

/**
 * Describes an error for the log without personal data. The message, parameters and detail of a database error can
 * contain whole rows, so only its code and stack frames are kept.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  const code = databaseCode(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { type: root.name, ...(code ? { code } : { message: root.message }), stack: frames.join('\n') };
}
