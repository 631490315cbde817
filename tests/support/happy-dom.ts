// Preloaded by the client's tests: a document to render into, and what happy-dom does not have.
import { GlobalRegistrator } from '@happy-dom/global-registrator';

GlobalRegistrator.register({ url: 'http://localhost/', width: 1280, height: 900 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
