import { makeAdmin } from '#tests/support/content.ts';
import { png } from '#tests/support/media.ts';
import { upload } from '#tests/support/uploads.ts';
import { alternate, type Pair, type Result } from './pair.ts';

export async function tryUploads(pair: Pair, count: number): Promise<Result> {
  const admin = await makeAdmin(pair.db);
  const faults: string[] = [];
  for (let turn = 0; turn < count; turn++) {
    const [here, there] = alternate(pair, turn);
    const image = png([turn % 256, 59, 47]);
    const { status, body } = await upload(here, admin, image);
    if (status !== 200) {
      faults.push(`an upload returned ${status}`);
      continue;
    }
    const response = await fetch(there.url + body.file_url);
    const isSame = response.status === 200 && Buffer.from(await response.arrayBuffer()).equals(image);
    if (!isSame) faults.push(`the other instance returned ${response.status}`);
  }
  return { attempts: count, faults };
}
