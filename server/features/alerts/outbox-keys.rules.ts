import type { LocalDate } from '../../platform/time';

/** Outbox key of an immediate notification to one person: of one firing, or of several that waited together. */
export const keyOfFiring = ({
  organisationId,
  firingId,
  userId,
}: {
  organisationId: number;
  firingId: number;
  userId: number;
}) => `alerts/${organisationId}/${firingId}/${userId}`;

/** `together` names what was told in one step, `count` how many firings of it this person is told of. */
export const keyOfSeveral = ({
  organisationId,
  together,
  count,
  userId,
}: {
  organisationId: number;
  together: string;
  count: number;
  userId: number;
}) => `alerts.several/${organisationId}/${count}.${together}/${userId}`;

/** One summary for one person. */
export const keyOfDigest = ({
  organisationId,
  userId,
  localDate,
}: {
  organisationId: number;
  userId: number;
  localDate: LocalDate;
}) => `alerts.digest/${organisationId}/${userId}/${localDate}`;

export type Telling = { organisationId: number; userId: number } & (
  { kind: 'one'; firingId: number } | { kind: 'several'; count: number } | { kind: 'digest' }
);

/** A push has one item for each browser, by what follows the key. */
export const baseOf = (key: string) => key.split('/').slice(0, 4).join('/');

export function readKey(key: string): Telling {
  const [kind, organisation, second = '', third] = key.split('/');
  const organisationId = Number(organisation);
  if (kind === 'alerts') return { kind: 'one', organisationId, firingId: Number(second), userId: Number(third) };
  if (kind === 'alerts.several')
    return { kind: 'several', organisationId, count: Number.parseInt(second, 10), userId: Number(third) };
  return { kind: 'digest', organisationId, userId: Number(second) };
}

export const tellsSeveral = (key: string) => readKey(key).kind === 'several';
