import { makeAdmin } from '../../support/content';
import { png } from '../../support/media';
import { upload } from '../../support/uploads';
import { type Pair, type Result, turnOf } from './pair';

/** So many pictures, each uploaded at one instance and fetched from the other. */
export async function tryUploads(pair: Pair, count: number): Promise<Result> {
  const admin = await makeAdmin(pair.db);
  const faults: string[] = [];
  for (let turn = 0; turn < count; turn++) {
    const [here, there] = turnOf(pair, turn);
    const picture = png([turn % 256, 59, 47]);
    const { status, body } = await upload(here, admin, picture);
    if (status !== 200) {
      faults.push(`an upload was answered ${status}`);
      continue;
    }
    const answer = await fetch(there.url + body.file_url);
    const isSame = answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(picture);
    if (!isSame) faults.push(`the other instance answered ${answer.status}`);
  }
  return { tried: count, faults };
}
