import pino from 'pino';
import pretty from 'pino-pretty';

export type Log = pino.Logger;

/** Structured logs on standard error: one JSON object a line, or readable lines on a terminal (D2). */
export function createLog(level: string): Log {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    : pino.destination({ dest: 2, sync: true });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
