import type { Context, Member, MemberContext, RequestContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { hashToken } from '../../platform/tokens';
import { AppError } from '../../shared/errors';
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
import { findMember, holdAccount } from './store';

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

/**
 * Keeps an account from being deleted until the caller's transaction ends, so that what is written for it finds it
 * there. Of what a transaction locks, accounts come first, then ads, conversations and messages: the order in which a
 * deletion goes through them. Throws `account.not_found`.
 */
export async function keepAccount(db: Db, id: string): Promise<void> {
  if (!(await holdAccount(db, id))) throw new AppError('account.not_found');
}

/** The same for whoever is logged in. Throws `request.unauthorized`: the session went with the account. */
export async function keepMember(db: Db, member: Member): Promise<void> {
  if (!(await holdAccount(db, member.id))) throw new AppError('request.unauthorized');
}
