import { until } from '../../support/process';

export const PASSWORD = 'Loppet2027';
const TIMEOUT_MS = 60_000;
const PARALLEL = 4;

export const addressOf = (number: number) => `loper${number}@example.se`;

/** Each visitor has a network of its own, because of the rate limits. */
export const visitorOf = (number: number) => `10.${number >> 8}.${number & 255}.1`;

function callOf(number: number) {
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
  async function one(): Promise<void> {
    const number = registered++;
    await until(
      async () => (await fetch(`${url()}/api/marketplace/register`, callOf(number))).status === 200,
      TIMEOUT_MS,
    );
  }

  return {
    one,
    count: () => registered,
    /** Resolves when half of them have succeeded, with a function that awaits the rest. */
    some: async (count: number): Promise<() => Promise<unknown>> => {
      const half = Promise.withResolvers<void>();
      let left = count;
      let succeeded = 0;
      const lane = async () => {
        while (left-- > 0) {
          await one();
          if (++succeeded >= count / 2) half.resolve();
        }
      };
      const all = Promise.all(Array.from({ length: PARALLEL }, lane)).then(() => half.resolve());
      await Promise.race([half.promise, all]);
      return () => all;
    },
  };
}
