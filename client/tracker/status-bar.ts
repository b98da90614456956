import type { App, Shown } from './app';
import { h, setText } from './dom';
import { driftAt, isTelling } from './drift.rules';
import { bigButton } from './pieces';
import { isOnShift } from './profile.rules';
import s from './tracker.module.css';

/** Weight and cost of the day, in words. */
export function totalText({ totals, format, things, say }: App): string {
  if (totals.events === 0) return say('tracker.status.nothingToday');
  const unit = things.presets.unit ?? things.setup?.unit ?? 'kg';
  const costs = Object.entries(totals.costs).map(([currency, amount]) => format.money(amount, currency));
  return [format.sum(totals.grams, unit), ...costs].join(' · ');
}

/** Where this is, what today adds up to, and whether what was weighed has arrived. */
export function statusBar(app: App): Shown {
  const { say } = app;
  const { setup, enrolled, settings, signedIn } = app.things;
  const online = h('span', { class: s.state, role: 'status' });
  const total = h('strong', { class: s.total });
  const list = bigButton('', { onClick: () => app.go({ name: app.screen.name === 'list' ? 'items' : 'list' }) });
  const who = isOnShift(signedIn, Date.now()) ? (signedIn.alias ?? say('tracker.pin.unsigned')) : null;
  const handOver =
    settings?.asksPin && who !== null
      ? bigButton(`${who} · ${say('tracker.status.handOver')}`, {
          onClick: () => {
            app.screen = { name: 'items' };
            void app.keep({ signedIn: null });
          },
        })
      : null;
  const follow = () => {
    const { waiting, refused, format } = app;
    setText(online, say(app.online ? 'tracker.status.online' : 'tracker.status.offline'));
    online.classList.toggle(s.offline ?? '', !app.online);
    setText(total, totalText(app));
    const parts = [
      waiting > 0 && say('tracker.status.waiting', { count: waiting, number: format.count(waiting) }),
      refused > 0 && say('tracker.status.refused', { count: refused, number: format.count(refused) }),
    ].filter((part) => part !== false);
    setText(list, parts.join(' · ') || say('tracker.status.weighings'));
    list.classList.toggle(s.attention ?? '', refused > 0);
  };
  follow();
  return {
    element: h(
      'header',
      { class: s.bar },
      h(
        'div',
        { class: s.where },
        h('span', { class: s.device }, setup?.profile.deviceName ?? enrolled?.deviceName ?? ''),
        h('span', { class: s.place }, setup?.profile.location?.name ?? ''),
      ),
      h('div', { class: s.today }, h('span', { class: s.todayLabel }, say('tracker.status.today')), total),
      h('div', { class: s.states }, online, handOver, list),
    ),
    follow,
  };
}

/** What somebody should know before they go on. */
export function problemsBar(app: App): Shown {
  const { say, format } = app;
  const revoked = h('div', { class: s.problem, role: 'alert' });
  const drift = h('p', { class: s.warning, role: 'status' });
  const problem = h('p', { class: s.problem, role: 'alert' });
  const insecure = h('p', { class: s.warning, role: 'status' }, say('tracker.problems.insecure'));
  const standsBy = h('p', { class: s.warning, role: 'status' });
  const foreign = h('p', { class: s.warning, role: 'status' });
  const dropped = h('div', { class: s.problem, role: 'alert' });
  const droppedSentence = h('p');
  dropped.append(
    droppedSentence,
    bigButton(say('tracker.problems.read'), { onClick: () => void app.keep({ droppedPhotos: null }) }),
  );
  const element = h('div', { class: s.problems }, revoked, problem, dropped, standsBy, foreign, drift, insecure);
  const sentence = h('p');
  revoked.append(sentence, bigButton(say('tracker.problems.setUp'), { onClick: () => app.go({ name: 'enrol' }) }));
  const follow = () => {
    const { things, waiting } = app;
    revoked.hidden = !things.revoked || app.screen.name === 'enrol';
    if (things.revoked)
      setText(sentence, say('tracker.problems.revoked', { count: waiting, number: format.count(waiting) }));
    const off = driftAt(Date.now(), things.measured);
    drift.hidden = !isTelling(off);
    if (isTelling(off))
      setText(drift, say(`tracker.problems.${off > 0 ? 'clockAhead' : 'clockBehind'}`, { time: format.span(off) }));
    problem.hidden = app.problem === null;
    setText(problem, app.problem === null ? '' : say(`tracker.problems.${app.problem}`));
    standsBy.hidden = !app.standsBy;
    setText(standsBy, app.standsBy ? say('tracker.problems.standsBy') : '');
    foreign.hidden = app.foreign === 0;
    if (app.foreign > 0)
      setText(foreign, say('tracker.problems.foreign', { count: app.foreign, number: format.count(app.foreign) }));
    const { droppedPhotos } = things;
    dropped.hidden = droppedPhotos === null;
    if (droppedPhotos) {
      const { count, why } = droppedPhotos;
      setText(droppedSentence, say('tracker.problems.photos', { count, number: format.count(count), why }));
    }
    insecure.hidden = window.isSecureContext || !things.enrolled;
    element.hidden = [...element.children].every((child) => (child as HTMLElement).hidden);
  };
  follow();
  return { element, follow };
}
