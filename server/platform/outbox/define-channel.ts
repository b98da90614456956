import type { Channel, ChannelHandle, ChannelSettings, Delivery, OutboxItem } from '../resources';

interface Definition<Payload> extends ChannelHandle<Payload>, ChannelSettings {
  deliver(item: OutboxItem<Payload>, delivery: Delivery): Promise<void>;
}

/** A channel whose `deliver` gets the payload as its schema gives it. The definition is also the handle to post by. */
export function defineChannel<Payload>(definition: Definition<Payload>): Channel & ChannelHandle<Payload> {
  const { payload } = definition;
  return {
    ...definition,
    deliver: async (item, delivery) => definition.deliver({ ...item, payload: payload.parse(item.payload) }, delivery),
  };
}
