import { trpc } from '../../platform/api/trpc';

/** Who runs the calendar; undefined until it is known. */
export const useContactInfo = () => trpc.public.contact.info.useQuery().data;
