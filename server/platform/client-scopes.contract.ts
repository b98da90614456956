/**
 * What a program of somebody else's may be let do for a person, beyond learning who they are; a route that names none is closed to
 * it. Whoever grants them adds their names by declaration merging.
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by identity
export interface ClientScopes {}
export type ClientScope = keyof ClientScopes;
