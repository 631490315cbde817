import { trpc } from '../../platform/api/trpc';

/** The contact information; undefined while loading. */
export const useContactInfo = () => trpc.public.contact.info.useQuery().data;
