import { trpc } from '#client/platform/api/trpc.ts';

export const useContactInfo = () => trpc.public.contact.info.useQuery().data;
