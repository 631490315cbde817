/** What a statement returns. */
type Rows<Row> = PromiseLike<readonly Row[]>;

/**
 * Returns the row of a statement that finds at most one. Throws if there are more: then they are not what was asked
 * for, and the first is any of them.
 */
export async function atMostOne<Row>(rows: Rows<Row>): Promise<Row | undefined> {
  const found = await rows;
  if (found.length > 1)
    throw new Error(`A statement that returns at most one row has returned ${found.length}.`);
  return found[0];
}

/** Returns the row of a statement that always returns one, such as a count. Throws if it has not. */
export async function exactlyOne<Row>(rows: Rows<Row>): Promise<Row> {
  const row = await atMostOne(rows);
  if (row === undefined) throw new Error('A statement that returns one row has returned none.');
  return row;
}
