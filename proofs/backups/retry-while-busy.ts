const MAX_RETRIES = 20;
const PAUSE_MS = 500;

/** Retries for 10 s: a response of a busy database does not show whether the backup is valid. */
export async function retryWhileBusy<Result>(
  request: () => Promise<Result>,
  isBusy: (result: Result) => boolean,
): Promise<Result> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    const result = await request();
    if (retriesLeft === 0 || !isBusy(result)) return result;
    await Bun.sleep(PAUSE_MS);
  }
}
