// What a call that failed is told as. Apart from the calls: what the home page asks for is told by no sentence of the catalogue.
import { detailOf, type ErrorCode, isErrorCode } from '../../../src/shared/errors';
import { dataOf } from './trpc';

/** The code of the catalogue that an error carries (D5); undefined when the server was not reached. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  const code: unknown = dataOf(error)?.code;
  return isErrorCode(code) ? code : undefined;
}

/** What the server says against it, else what is said when it was not reached (section 8). */
export function toldBy(error: unknown, otherwise: string): string {
  const code = errorCodeOf(error);
  return code ? detailOf(code) : otherwise;
}

/** A sentence of section 8 that says that it failed; where nobody knows, for it may have been saved, the server's alone. */
export function unlessUncertain(error: unknown, sentence: string): string {
  return errorCodeOf(error) === 'server.uncertain' ? detailOf('server.uncertain') : sentence;
}
