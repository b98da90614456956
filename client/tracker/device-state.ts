import type { Scale } from './scale';
import type { KeptThings } from './store';

/** As many as a request for the log is answered with. */
export const logLines = 150;

interface Reported {
  handed: { build: string };
  things: KeptThings;
  waiting: number;
  scale: Pick<Scale, 'connected'>;
}

/** What a heartbeat says beside the time. */
export async function deviceState({ handed, things, waiting, scale }: Reported): Promise<object> {
  // A browser may know of a battery and still not tell.
  const battery = await navigator.getBattery?.().catch(() => undefined);
  const scaled = things.settings?.scale !== undefined && things.settings.scale !== 'none';
  return {
    appVersion: `web ${handed.build}`.slice(0, 40),
    profileVersion: things.setup?.profile.profileVersion ?? null,
    queueDepth: waiting,
    ...(battery && { batteryPercent: Math.round(battery.level * 100), charging: battery.charging }),
    ...(scaled && { scale: { connected: scale.connected } }),
  };
}
