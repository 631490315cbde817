import type { Context, Member, MemberContext, RequestContext } from '../../platform/context';
import { hashToken } from '../../platform/tokens';
import type {
  EmailInput,
  LoginAnswer,
  LoginInput,
  OwnAccount,
  ProfileInput,
  RegisterInput,
  ResetInput,
  VerifyInput,
} from './contract';
import { findMember } from './store';

type Said = { message: string };
const later = (): never => {
  throw new Error('Not built yet.');
};

export const register = async (_ctx: RequestContext, _input: RegisterInput): Promise<Said> => later();
export const verify = async (_ctx: Context, _input: VerifyInput): Promise<Said> => later();
export const resendVerification = async (_ctx: Context, _input: EmailInput): Promise<Said> => later();
export const login = async (_ctx: Context, _input: LoginInput): Promise<LoginAnswer> => later();
export const logout = async (_ctx: MemberContext): Promise<Said> => later();
export const readAccount = async (_ctx: MemberContext): Promise<OwnAccount> => later();
export const updateProfile = async (_ctx: MemberContext, _input: ProfileInput): Promise<OwnAccount> =>
  later();
export const forgotPassword = async (_ctx: Context, _input: EmailInput): Promise<Said> => later();
export const resetPassword = async (_ctx: Context, _input: ResetInput): Promise<Said> => later();

/** Who is logged in with that token; undefined when the session has ended or the account is suspended (D8). */
export async function memberOf(ctx: Context, token: string): Promise<Member | undefined> {
  return findMember(ctx.database.db, await hashToken(token), ctx.now().toISOString());
}

/** What a mail says of an account. */
export type MailedAccount = { email: string; full_name: string; username: string };

export const issueVerification = async (
  _ctx: Context,
  _by: { user_id: string } | { email: string },
): Promise<(MailedAccount & { token: string }) | undefined> => later();
export const issueReset = async (
  _ctx: Context,
  _email: string,
): Promise<(MailedAccount & { token: string }) | undefined> => later();
export const accountByEmail = async (
  _ctx: Context,
  _email: string,
): Promise<(MailedAccount & { is_verified: boolean }) | undefined> => later();
