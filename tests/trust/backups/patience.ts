/** Asks again while the database is too busy to answer in time, which says nothing of what was imported. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isBusy: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let left = 20; ; left--) {
    const answer = await ask();
    if (left === 0 || !isBusy(answer)) return answer;
    await Bun.sleep(500);
  }
}
