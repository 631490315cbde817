import { until } from '#tests/support/process.ts';

export const PASSWORD = 'Loppet2027';
const TIMEOUT_MS = 60_000;
const CONCURRENCY = 4;

export const addressOf = (number: number) => `loper${number}@example.se`;

/** Each visitor has a network of its own, because of the rate limits. */
export const visitorOf = (number: number) => `10.${number >> 8}.${number & 255}.1`;

/** The name has letters for the digits of the number, because names with digits are refused. */
function requestOf(number: number) {
  const full_name = `Åsa Löpare ${number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;
  return {
    method: 'POST',
    keepalive: false,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': visitorOf(number),
    },
    body: JSON.stringify({
      email: addressOf(number),
      full_name,
      phone_number: '070-123 45 67',
      password: PASSWORD,
      confirm_password: PASSWORD,
    }),
  };
}

export function registrations(url: () => string) {
  let registered = 0;

  /** Retries if a kill interrupted the request, as a person would. */
  async function registerOne(): Promise<void> {
    const number = registered++;
    await until(
      async () => (await fetch(`${url()}/api/marketplace/register`, requestOf(number))).status === 200,
      TIMEOUT_MS,
    );
  }

  return {
    registerOne,
    count: () => registered,
    /** Resolves when half of them have succeeded, with a function that awaits the rest. */
    registerSome: async (count: number): Promise<() => Promise<unknown>> => {
      const half = Promise.withResolvers<void>();
      let remaining = count;
      let succeeded = 0;
      const worker = async () => {
        while (remaining-- > 0) {
          await registerOne();
          if (++succeeded >= count / 2) half.resolve();
        }
      };
      const registrationsDone = Promise.all(Array.from({ length: CONCURRENCY }, worker)).then(() =>
        half.resolve(),
      );
      await Promise.race([half.promise, registrationsDone]);
      return () => registrationsDone;
    },
  };
}
