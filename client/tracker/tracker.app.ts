import type { TrackerHanded } from '../../server/features/tracker/tracker.contract';
import { App, type Shown } from './app';
import { h } from './dom';
import { enrolScreen, waitingScreen } from './enrol-screen';
import { itemsScreen } from './items-screen';
import { listScreen } from './list-screen';
import { keepPage } from './offline';
import { pinScreen } from './pin-screen';
import { isOnShift } from './profile.rules';
import { reasonScreen, savedScreen } from './saved-screen';
import { problemsBar, statusBar } from './status-bar';
import s from './tracker.module.css';
import { weighScreen } from './weigh-screen';
import { sayIn } from './words';

const handed = JSON.parse(document.getElementById('tracker-words')?.textContent ?? '{}') as TrackerHanded;
const root = document.getElementById('tracker') ?? document.body;
let shown: Shown[] = [];
let kept = false;

/** Shows the screen that the state asks for; between two screens only what has changed on it. */
function draw(app: App, structure: boolean): void {
  if (!structure) return shown.forEach(({ follow }) => follow?.());
  const screen = screenFor(app);
  shown = app.things.enrolled ? [statusBar(app), problemsBar(app), screen] : [screen];
  root.replaceChildren(
    h('div', { class: s.tracker, 'data-screen': app.screen.name }, ...shown.map(({ element }) => element)),
  );
  root.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  if (app.things.enrolled && !kept) {
    kept = true;
    void keepPage(() => app.isIdle);
  }
}

function screenFor(app: App): Shown {
  const { enrolled, setup, settings, signedIn } = app.things;
  const { screen } = app;
  if (!enrolled || screen.name === 'enrol') return enrolScreen(app);
  if (!setup?.profile.location) return waitingScreen(app);
  if (settings?.asksPin && !isOnShift(signedIn, Date.now())) return pinScreen(app);
  switch (screen.name) {
    case 'weigh':
      return weighScreen(app, screen.draft);
    case 'reason':
      return reasonScreen(app, screen.draft);
    case 'saved':
      return savedScreen(app, screen.event);
    case 'list':
      return listScreen(app);
    case 'items':
      return itemsScreen(app);
  }
}

App.start(handed, draw).catch((error: unknown) => {
  // Some browsers keep nothing in private mode; a tracker that forgets would lose weighings.
  const say = sayIn(handed, document.documentElement.lang.replace('-', '_'));
  root.replaceChildren(h('main', { id: 'main', class: s.centred }, h('h1', {}, say('tracker.oldBrowser'))));
  reportError(error);
});
