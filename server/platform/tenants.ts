import type { Db, Trx } from './db/database';

/** What identity keeps of an organisation; the product's own profile of it stands beside it under the same number. */
export interface Tenants {
  /** @returns its number */
  add(trx: Trx, tenant: { name: string; parentNumber: number | null }): Promise<number>;
  change(trx: Trx, tenant: { number: number; name: string; parentNumber: number | null; now: Date }): Promise<void>;
  /** A suspended tenant lets nobody in: its sessions end with it, and none comes back when it is opened again. */
  setSuspended(trx: Trx, tenant: { number: number; suspended: boolean; now: Date }): Promise<void>;
  /** The picture of its logo, as it was given; null without one, and where it is kept somewhere else. */
  logoOf(db: Db | Trx, number: number): Promise<Buffer | null>;
}
