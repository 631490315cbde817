// Preloaded by the control: the content of sources is read by the server itself.
import { replaceModule } from '#proofs/support/replace-module.ts';

replaceModule(
  'src/features/sources/fetch/read-source.ts',
  () => `
    import { checkItems, readItems } from '../items/items.ts';
    export const readSource = async (content, options) => checkItems(await readItems(Buffer.concat(content)), options);
  `,
);
