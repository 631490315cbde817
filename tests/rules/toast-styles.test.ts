import { expect, test } from 'bun:test';
import { SONNER_STYLES } from '#src/platform/http/security-headers.ts';

test('the content security policy allows the styles of the installed sonner', async () => {
  const source = await Bun.file(Bun.resolveSync('sonner', import.meta.dir)).text();
  const styles = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  expect(styles).toBeDefined();
  const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64');
  expect(SONNER_STYLES).toEqual(
    [hashOf(''), hashOf(JSON.parse(styles ?? '""'))].map((hash) => `'sha256-${hash}'`),
  );
});
