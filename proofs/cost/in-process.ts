// Preloaded by the control: the content of sources is read by the server itself.
import { plugin } from 'bun';

plugin({
  name: 'in process',
  setup(build) {
    build.onLoad({ filter: /src\/features\/events\/sources\/read-source\.ts$/ }, () => ({
      contents: `
        import { checkItems, readItems } from './items';
        export const readSource = async (content, options) => checkItems(await readItems(Buffer.concat(content)), options);
      `,
      loader: 'ts',
    }));
  },
});
