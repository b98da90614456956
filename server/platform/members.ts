import type { Locale } from './actor';
import type { Db, Trx } from './db/database';
import type { JobSender } from './jobs/job-handle';
import type { Direction } from './table/table-query';

/** Of somebody in a tenant. INVITED: has never set the password that their account waits for. */
export type MemberStatus = 'ACTIVE' | 'INVITED' | 'INACTIVE';
export type MemberSort = 'fullName' | 'login' | 'email' | 'status' | 'lastSignInAt';

/** A role that a tenant may give, with what it allows. */
export interface TenantRole {
  roleId: number;
  key: string;
  name: string;
  /** Not made by the tenant itself. */
  builtIn: boolean;
  permissions: readonly string[];
}

/** Somebody as a tenant knows them: the account is the person's, status and roles are the membership's. */
export interface Member {
  userId: number;
  login: string;
  email: string;
  fullName: string;
  locale: Locale;
  ssoUser: boolean;
  status: MemberStatus;
  lastSignInAt: Date | null;
  roleIds: readonly number[];
}

/** What decides who may change somebody. */
export interface MemberReach {
  permissionsHere: ReadonlySet<string>;
  permissionsEverywhere: ReadonlySet<string>;
  /** A member of another tenant too, whatever the state of that membership. */
  elsewhere: boolean;
}

export interface MemberQuery {
  tenantNumber: number;
  text?: string | undefined;
  status?: MemberStatus | undefined;
  /** Those alone who can come in, now or by an invitation. */
  entering?: true;
  roleId?: number | undefined;
  /** Those alone with one of these addresses, in small letters. */
  emails?: readonly string[] | undefined;
  /** Those alone who have not signed in since; who never has is among them. */
  notSignedInSince?: Date | undefined;
  sort: { column: MemberSort; direction: Direction };
  limit: number;
  offset: number;
}

interface NewMember {
  tenantNumber: number;
  login: string;
  email: string;
  fullName: string;
  locale: Locale;
  roleIds: readonly number[];
  now: Date;
}

export interface MemberKey {
  tenantNumber: number;
  userId: number;
}

/** Which of the texts that somebody signs in with is held by another account. */
export type TakenName = 'login' | 'email' | null;

/** How identity lets the product keep the members of a tenant. Each change belongs in the caller's transaction, behind `lock`. */
export interface Members {
  list(db: Db | Trx, query: MemberQuery): Promise<{ members: Member[]; total: number }>;
  find(db: Db | Trx, key: MemberKey): Promise<(Member & MemberReach) | null>;
  /** One change of a tenant's members after the other. */
  lock(trx: Trx, tenantNumber: number): Promise<void>;
  /** The roles that may be given in a tenant: the built-in ones and its own. */
  roles(db: Db | Trx, tenantNumber: number): Promise<TenantRole[]>;
  takenName(trx: Trx, names: { login: string; email: string; exceptUserId?: number }): Promise<TakenName>;
  /** @returns the id of the new account, which has no password yet; the names must be free @throws Failure 422 where the tenant does not allow the address’s domain */
  add(trx: Trx, member: NewMember): Promise<number>;
  /** @throws Failure 422 where a tenant of theirs does not allow the new address’s domain, or another one has proved it */
  changeAccount(trx: Trx, account: { userId: number; fullName: string; email: string; now: Date }): Promise<void>;
  /** @throws Failure 422 lastAdministrator */
  setRoles(trx: Trx, member: MemberKey & { roleIds: readonly number[]; now: Date }): Promise<void>;
  /** For whatever narrows what somebody sees in a tenant: whoever is narrowed is no administrator any more. @throws Failure 422 lastAdministrator */
  narrowing<Answer>(
    trx: Trx,
    member: { tenantNumber: number; now: Date },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
  /** INACTIVE ends the sessions in the tenant, and the links of an account that belongs nowhere else. @throws Failure 422 lastAdministrator */
  setActive(trx: Trx, member: MemberKey & { active: boolean; now: Date }): Promise<void>;
  /**
   * Has the link mailed that sets a first password, or a new one; earlier links of a first password end. Whose address comes in by the
   * provider of another tenant is invited instead: they are a member once they have come in there and said yes.
   * @throws Failure 429 after more than a few in an hour
   */
  sendLink(trx: Trx, jobs: JobSender, link: { userId: number; requestId: string; now: Date }): Promise<void>;
}
