/** A busy database says nothing about the import. */
export async function retryWhileBusy<Result>(
  request: () => Promise<Result>,
  isBusy: (result: Result) => boolean,
): Promise<Result> {
  for (let retriesLeft = 20; ; retriesLeft--) {
    const result = await request();
    if (retriesLeft === 0 || !isBusy(result)) return result;
    await Bun.sleep(500);
  }
}
