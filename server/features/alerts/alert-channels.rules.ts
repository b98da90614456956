import type { Actor } from '../../platform/actor';

export const frequencies = ['IMMEDIATE', 'DAILY'] as const;
export type Frequency = (typeof frequencies)[number];

interface Channel<Name extends string, Field extends string> {
  /** As rows name it, in capitals; its words stand below it in `alertChannels` of the locales. */
  name: Name;
  /** Of the published records: whether somebody is told by it. */
  field: Field;
  /** In which it can be had, the usual one first. */
  frequencies: readonly [Frequency, ...Frequency[]];
  /** Who is offered it on the page; everybody without it. */
  needs?: Actor['permissions'] extends ReadonlySet<infer Permission> ? Permission : never;
  /** What the page asks before it takes the choice. */
  asks?: 'browser';
  /** What an update that omits the field means. By default nothing changes, so that older clients cannot switch it off. */
  whenOmitted?: 'reject' | 'off';
}

/**
 * By what people can choose to be told of an alert. Form, table, calls, rows and lists come from here; how each tells them
 * stands in `alert-channels.ts`.
 */
const channels = [
  { name: 'EMAIL', field: 'notifyEmail', frequencies: ['IMMEDIATE', 'DAILY'], whenOmitted: 'reject' },
  {
    name: 'PUSH',
    field: 'notifyPush',
    frequencies: ['IMMEDIATE'],
    needs: 'VIEW_MOBILE_APP',
    asks: 'browser',
    whenOmitted: 'off',
  },
] as const satisfies readonly Channel<Uppercase<string>, `notify${string}`>[];

export type ChannelName = (typeof channels)[number]['name'];
export type ChannelField = (typeof channels)[number]['field'];
export type OfferedChannel = Channel<ChannelName, ChannelField>;

export const offeredChannels: readonly OfferedChannel[] = channels;

/** Something of each channel, under its field. */
export const byField = <Value>(valueOf: (channel: OfferedChannel) => Value) =>
  Object.fromEntries(offeredChannels.map((channel) => [channel.field, valueOf(channel)])) as Record<
    ChannelField,
    Value
  >;

/** Then it uses the frequency of the notification. */
export const supportsEveryFrequency = (channel: OfferedChannel): boolean =>
  frequencies.every((frequency) => channel.frequencies.includes(frequency));
