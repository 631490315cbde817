import { trpc } from '../../platform/api/trpc';

export const useContactInfo = () => trpc.public.contact.info.useQuery().data;
