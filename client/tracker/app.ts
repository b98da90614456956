import type { ProfileButton } from '../../server/domain/tracker-profiles/tracker-profile.contract';
import type { TrackerHanded } from '../../server/features/tracker/tracker.contract';
import type { WeightUnitCode } from '../../server/platform/weight-units.rules';
import { Calls, type BeatAnswer } from './calls';
import { dayIn, driftAt } from './drift.rules';
import { keepImages } from './offline';
import { mayUndo, minus, nothing, plus, totalsOf, type KeptEvent, type Totals } from './outbox.rules';
import { smallPicture } from './photo-sender';
import { isOnShift } from './profile.rules';
import { Scale } from './scale';
import { Sender } from './sender';
import { isFull, Store, type Enrolled, type KeptThings } from './store';
import { createFormat, sayIn, type Format, type Say } from './words';

/** A weighing that is being made. */
export interface Draft {
  item: ProfileButton;
  container: ProfileButton | null;
  text: string;
  unit: WeightUnitCode;
  /** Null while the scale is read. */
  byScale: boolean;
  /** What the scale said when somebody went on. */
  weight: number;
  tareGrams: number;
}

export type Screen =
  | { name: 'items' }
  | { name: 'weigh'; draft: Draft }
  | { name: 'reason'; draft: Draft }
  | { name: 'saved'; event: KeptEvent }
  | { name: 'list' }
  | { name: 'enrol' };

type PhotoProblem = 'unreadable' | 'undone' | 'full' | 'failed';

/** What a screen puts on the page, and how it follows what changes meanwhile. */
export interface Shown {
  element: HTMLElement;
  follow?(): void;
}

const setupEveryMs = 600_000;

interface Begun {
  handed: TrackerHanded;
  store: Store;
  things: KeptThings;
  /** Shows the state; `structure`: another screen, or what all of it rests on. */
  draw(app: App, structure: boolean): void;
}

/** The tracker's state, what changes it, and who is told. */
export class App {
  readonly calls = new Calls();
  readonly scale: Scale;
  readonly sender: Sender;
  screen: Screen = { name: 'items' };
  online = navigator.onLine;
  waiting = 0;
  refused = 0;
  /** Of another organization, whose device this tablet was. */
  foreign = 0;
  photos = 0;
  /** Another tab sends. */
  standsBy = false;
  totals: Totals = nothing('');
  last: KeptEvent | null = null;
  /** The weighing that a photo was taken of last. */
  photographed: string | null = null;
  problem: 'storage' | 'notSaved' | null = null;
  /** Said once, of what was just undone. */
  note = '';
  say: Say;
  format: Format;
  locale = 'en_US';
  private readonly channel = 'BroadcastChannel' in window ? new BroadcastChannel('tare-tracker') : null;
  private setupAt = 0;
  private counting: Promise<void> | null = null;
  private stale = false;
  /** It was asked to restart, and does once nobody is weighing. */
  private restarts = false;

  readonly handed: TrackerHanded;
  readonly store: Store;
  things: KeptThings;
  private readonly draw: (app: App, structure: boolean) => void;

  private constructor({ handed, store, things, draw }: Begun) {
    this.handed = handed;
    this.store = store;
    this.things = things;
    this.draw = draw;
    this.say = sayIn(handed, this.locale);
    this.format = createFormat(this.locale);
    this.scale = new Scale(
      () => this.things.settings?.scale ?? 'none',
      () => this.changed(),
    );
    this.sender = new Sender({
      store,
      calls: this.calls,
      things: () => this.things,
      keep: (things) => this.keep(things),
      state: () => deviceState(this),
      onBeat: (answer) => this.onBeat(answer),
      onOnline: (online) => this.setOnline(online),
      onStandby: (standsBy) => {
        this.standsBy = standsBy;
        this.changed();
      },
      onMoved: (totals) => void (totals ? this.recount() : this.recountQueue()).then(() => this.tell()),
      log: (line) => this.log(line),
    });
  }

  static async start(handed: TrackerHanded, draw: (app: App, structure: boolean) => void): Promise<App> {
    const store = await Store.open();
    const app = new App({ handed, store, things: await store.things(), draw });
    app.adopt();
    const day = app.today();
    if (day !== null) await store.forgetSent(day);
    await app.recount();
    app.channel?.addEventListener('message', () => void app.reread());
    app.changed(true);
    app.sender.start();
    if (app.things.settings && app.things.settings.scale !== 'none') void app.scale.reopen();
    setInterval(() => void app.tick(), 1_000);
    if (app.things.enrolled) void app.loadSetup();
    return app;
  }

  /** The local day of the location; null before anybody knows the place. */
  today(): string | null {
    const zone = this.things.setup?.profile.location?.timeZone;
    const now = Date.now();
    return zone === undefined ? null : dayIn(now - (driftAt(now, this.things.measured) ?? 0), zone);
  }

  /** Nobody is weighing, and nothing can be undone. */
  get isIdle(): boolean {
    return this.screen.name === 'items' && (this.last === null || Date.now() > this.last.heldUntil);
  }

  changed(structure = false): void {
    this.draw(this, structure);
  }

  go(screen: Screen): void {
    this.screen = screen;
    this.problem = null;
    this.changed(true);
  }

  /** Keeps things and tells the other tabs; what a full disk refuses still holds here. */
  async keep(things: Partial<KeptThings>): Promise<void> {
    const structural = 'enrolled' in things || 'revoked' in things || 'setup' in things || 'settings' in things;
    this.things = { ...this.things, ...things };
    this.adopt();
    try {
      await this.store.keep(things);
    } catch {
      this.problem = 'storage';
    }
    this.tell();
    this.changed(structural || 'signedIn' in things);
  }

  /** The tablet becomes a device; what was chosen and logged belongs to that of before. */
  async enrolAs(enrolled: Enrolled): Promise<void> {
    const before = this.things.enrolled;
    const things: Partial<KeptThings> = {
      enrolled,
      revoked: false,
      setup: null,
      signedIn: null,
      ...(before !== null && before.deviceId !== enrolled.deviceId
        ? { presets: {}, log: [], droppedPhotos: null }
        : {}),
    };
    // The code is used up: a tablet without room is the device all the same until it is closed.
    await this.store.enrol(things, enrolled.organisationId).catch(() => undefined);
    this.last = null;
    this.note = '';
    this.screen = { name: 'items' };
    await this.keep(things);
    await this.recount();
    this.sender.hurry();
    await this.loadSetup();
  }

  /** Keeps a photo of a weighing, in the place of one that was taken before. */
  async keepPhoto(event: KeptEvent, file: Blob): Promise<{ canvas: HTMLCanvasElement } | { problem: PhotoProblem }> {
    const picture = await smallPicture(file).catch(() => null);
    if (!picture) return { problem: 'unreadable' };
    const takenAt = Date.now();
    const photo = {
      eventId: event.id,
      organisationId: event.organisationId,
      takenAt,
      driftMs: driftAt(takenAt, this.things.measured),
      bytes: picture.bytes,
    };
    try {
      if (!(await this.store.putPhoto(photo))) return { problem: 'undone' };
    } catch (error) {
      this.log(`photo not kept: ${String(error)}`);
      return { problem: isFull(error) ? 'full' : 'failed' };
    }
    await this.recountQueue();
    this.tell();
    this.sender.wake();
    this.photographed = event.id;
    return { canvas: picture.canvas };
  }

  log(line: string): void {
    const log = [...this.things.log, `${new Date().toISOString()} ${line}`].slice(-logLines);
    this.things = { ...this.things, log };
    void this.store.keep({ log }).catch(() => undefined);
  }

  async loadSetup(): Promise<void> {
    this.setupAt = Date.now();
    const { body } = await this.calls.setup();
    if (!body) return;
    const same = JSON.stringify(body) === JSON.stringify(this.things.setup);
    if (!same) await this.keep({ setup: body });
    await this.recount();
    this.changed();
    await keepImages(body.profile);
  }

  /** Puts a weighing into the outbox. @returns whether the tablet keeps it now */
  async save(event: KeptEvent): Promise<boolean> {
    try {
      await this.store.put([event]);
    } catch (error) {
      this.problem = isFull(error) ? 'storage' : 'notSaved';
      this.log(`not saved: ${String(error)}`);
      this.changed(true);
      return false;
    }
    this.stale = true;
    this.totals = plus(this.totals.day === event.day ? this.totals : nothing(event.day), event);
    this.waiting += 1;
    this.last = event;
    this.note = '';
    const { containerId, itemId } = event.values;
    if (itemId !== null && itemId !== undefined) await this.rememberContainer(itemId, containerId ?? null);
    this.tell();
    this.go({ name: 'saved', event });
    return true;
  }

  async undo(event: KeptEvent): Promise<void> {
    const undone = mayUndo(event, Date.now()) ? await this.store.undo(event.id) : null;
    this.last = null;
    if (undone) {
      this.stale = true;
      this.totals = minus(this.totals, undone);
      this.waiting -= 1;
      const { weight } = this.format;
      this.note = this.say('tracker.saved.undone', {
        weight: weight(undone.netGrams, undone.unit),
        item: undone.itemName,
      });
    } else this.note = this.say('tracker.saved.tooLate');
    this.tell();
    this.go({ name: 'items' });
  }

  /** What waits and what the day adds up to. Asked for while it counts, it counts once more. */
  recount(): Promise<void> {
    this.stale = true;
    this.counting ??= this.countAll();
    return this.counting;
  }

  private async countAll(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        const day = this.today();
        const totals = day === null ? null : totalsOf(day, await this.store.ofDay(day));
        // What was saved or undone meanwhile may be in it or not.
        if (totals && !this.stale) this.totals = totals;
        await this.recountQueue();
      }
    } finally {
      this.counting = null;
    }
  }

  private async recountQueue(): Promise<void> {
    const [waiting, sending, refused, foreign] = await Promise.all(
      (['waiting', 'sending', 'refused', 'foreign'] as const).map((state) => this.store.count(state)),
    );
    this.photos = await this.store.countPhotos();
    this.waiting = (waiting ?? 0) + (sending ?? 0);
    this.refused = refused ?? 0;
    this.foreign = foreign ?? 0;
    this.changed();
  }

  /** Other tabs look again. */
  tell(): void {
    this.channel?.postMessage('changed');
  }

  private async rememberContainer(itemId: number, containerId: number | null): Promise<void> {
    const { [itemId]: before, ...others } = this.things.presets.containers ?? {};
    if ((before ?? null) === containerId) return;
    const containers = containerId === null ? others : { ...others, [itemId]: containerId };
    await this.keep({ presets: { ...this.things.presets, containers } });
  }

  private async reread(): Promise<void> {
    const before = this.things;
    this.things = await this.store.things();
    this.adopt();
    await this.recount();
    const { enrolled, revoked, setup, signedIn } = this.things;
    const same = [enrolled?.key, revoked, setup?.profile.profileVersion, signedIn?.at].every(
      (value, at) =>
        value === [before.enrolled?.key, before.revoked, before.setup?.profile.profileVersion, before.signedIn?.at][at],
    );
    this.changed(!same);
  }

  /** Takes over who speaks which language, and with which key. */
  private adopt(): void {
    const { signedIn, settings, enrolled } = this.things;
    const own = isOnShift(signedIn, Date.now()) ? signedIn.locale : null;
    const locale = own ?? settings?.locale ?? document.documentElement.lang.replace('-', '_');
    this.calls.key = enrolled?.key ?? null;
    this.calls.locale = locale;
    if (locale === this.locale && document.documentElement.lang === locale.replace('_', '-')) return;
    this.locale = locale;
    this.say = sayIn(this.handed, locale);
    this.format = createFormat(locale);
    document.documentElement.lang = locale.replace('_', '-');
    document.title = `${this.say('tracker.title')} · Tare`;
  }

  private setOnline(online: boolean): void {
    if (online === this.online) return;
    this.online = online;
    this.changed();
  }

  private async onBeat({ settings, settingsVersion, commands }: BeatAnswer): Promise<void> {
    const news = JSON.stringify(settings) !== JSON.stringify(this.things.settings);
    if (news) {
      await this.keep({ settings, settingsVersion });
      if (settings.scale !== 'none') void this.scale.reopen();
    }
    if (news || Date.now() - this.setupAt > setupEveryMs || this.things.setup === null) await this.loadSetup();
    for (const { commandId, kind } of commands) {
      this.log(`command: ${kind}`);
      const answer = kind === 'sendLog' ? { answer: this.things.log.join('\n').slice(-20_000) } : {};
      await this.calls.answerCommand(commandId, { done: true, ...answer });
      if (kind === 'restart') this.restarts = true;
    }
  }

  private async tick(): Promise<void> {
    if (this.restarts && this.isIdle) return location.reload();
    const day = this.today();
    if (day !== null && day !== this.totals.day) {
      await this.store.forgetSent(day);
      await this.recount();
    }
    const { signedIn } = this.things;
    if (signedIn && !isOnShift(signedIn, Date.now())) await this.keep({ signedIn: null });
    else this.changed();
  }
}

/** As many as a request for the log is answered with. */
const logLines = 150;

interface Reported {
  handed: { build: string };
  things: KeptThings;
  waiting: number;
  scale: Pick<Scale, 'connected'>;
}

/** What a heartbeat says beside the time. */
async function deviceState({ handed, things, waiting, scale }: Reported): Promise<object> {
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
