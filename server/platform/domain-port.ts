/**
 * What the storey above lends to every use case and every job. The platform hands it on without knowing it: the domain
 * declares its members by declaration merging.
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the domain
export interface DomainPort {}
