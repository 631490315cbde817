/** A busy database says nothing about the import. */
export async function retryWhileBusy<Result>(
  request: () => Promise<Result>,
  isBusy: (result: Result) => boolean,
): Promise<Result> {
  for (let left = 20; ; left--) {
    const result = await request();
    if (left === 0 || !isBusy(result)) return result;
    await Bun.sleep(500);
  }
}
