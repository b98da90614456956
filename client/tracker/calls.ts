import type { Heartbeat } from '../../server/features/devices/fleet.contract';
import type { TrackerSetup } from '../../server/features/tracker/tracker.contract';
import type { DeviceSettings, Enrolled } from './store';

/** What came back; status 0 where nothing did. */
export interface Answer<T> {
  status: number;
  body: T | null;
  /** In the server's words, where it refused. */
  message: string | null;
  retryAfterSeconds: number | null;
}

export interface BeatAnswer {
  serverTime: string;
  settingsVersion: number;
  settings: DeviceSettings;
  commands: { commandId: number; kind: 'ping' | 'restart' | 'sendLog' }[];
}

interface Call {
  method?: 'POST';
  body?: object | FormData;
  withinMs?: number;
}

const longestMs = 30_000;
/** Of a photo, over a network that is as slow as they get. */
const longestPhotoMs = 120_000;

/** The calls of a device. It says who it is by its key alone: the cookies of somebody who is signed in here are not sent. */
export class Calls {
  key: string | null = null;
  locale = 'en_US';

  enrol = (code: string, appVersion: string) =>
    this.call<Enrolled>('/devices/enrol', { method: 'POST', body: { code, appVersion } });
  setup = () => this.call<TrackerSetup>('/devices/profile', {});
  beat = (body: Heartbeat) => this.call<BeatAnswer>('/devices/heartbeat', { method: 'POST', body });
  answerCommand = (commandId: number, body: { done: boolean; answer?: string }) =>
    this.call(`/devices/commands/${commandId}/result`, { method: 'POST', body });
  signIn = (alias: string, pin: string) =>
    this.call<{ operatorId: number; alias: string; locale: string }>('/operators/sign-in', {
      method: 'POST',
      body: { alias, pin },
    });
  send = (events: readonly object[]) =>
    this.call<{ events: { index: number; status: string; code?: string; message?: string }[] }>('/waste-events', {
      method: 'POST',
      body: { events },
    });

  sendPhoto({ eventId, takenAt, bytes }: { eventId: string; takenAt: string; bytes: ArrayBuffer }) {
    const body = new FormData();
    body.set('takenAt', takenAt);
    body.set('photo', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
    return this.call(`/waste-events/${eventId}/photo`, { method: 'POST', body, withinMs: longestPhotoMs });
  }

  private async call<T>(path: string, { method, body, withinMs = longestMs }: Call): Promise<Answer<T>> {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': this.locale.replace('_', '-'),
      'X-Requested-With': 'fetch',
    };
    if (this.key !== null) headers.Authorization = `Bearer ${this.key}`;
    const form = body instanceof FormData;
    if (body && !form) headers['Content-Type'] = 'application/json';
    try {
      const response = await fetch(`/rest/v1${path}`, {
        method: method ?? 'GET',
        headers,
        body: form ? body : body ? JSON.stringify(body) : null,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      });
      const text = await response.text();
      const answer = (text === '' ? null : JSON.parse(text)) as (T & { message?: string }) | null;
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return {
        status: response.status,
        body: response.ok ? answer : null,
        message: response.ok ? null : (answer?.message ?? null),
        retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
      };
    } catch {
      // No network, no answer in time, or a page of something in between.
      return { status: 0, body: null, message: null, retryAfterSeconds: null };
    }
  }
}
