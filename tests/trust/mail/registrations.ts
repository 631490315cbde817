import { until } from '../../support/process';

export const PASSWORD = 'Loppet2027';
const PATIENCE = 60_000;
/** At a time. */
const LANES = 4;

export const addressOf = (number: number) => `loper${number}@example.se`;

/** The address that each comes from, in a network of its own (D23). */
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

/** Those who register, one number after the other. */
export function registrations(url: () => string) {
  let registered = 0;

  /** Until it is answered: what was cut off by a kill is done again, as a person would. */
  async function one(): Promise<void> {
    const number = registered++;
    await until(
      async () => (await fetch(`${url()}/api/marketplace/register`, callOf(number))).status === 200,
      PATIENCE,
    );
  }

  return {
    one,
    count: () => registered,
    /** Lets so many register; resolves when half of them are answered, with the rest under way. */
    some: async (count: number): Promise<() => Promise<unknown>> => {
      const half = Promise.withResolvers<void>();
      let left = count;
      let answered = 0;
      const lane = async () => {
        while (left-- > 0) {
          await one();
          if (++answered >= count / 2) half.resolve();
        }
      };
      const all = Promise.all(Array.from({ length: LANES }, lane)).then(() => half.resolve());
      await Promise.race([half.promise, all]);
      return () => all;
    },
  };
}
