import type { App, Shown } from './app';
import { h, setText } from './dom';
import { bigButton, heading, screenOf, tile } from './pieces';
import type { SignedIn } from './profile.rules';
import s from './tracker.module.css';
import w from './weigh.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'delete', '0', 'ok'];
const longestPin = 12;

/**
 * Who weighs, by name and PIN. Only the server knows the PINs, so that no tablet that gets lost holds any: while it is offline,
 * whoever signed in last goes on within their shift, and others weigh without a name.
 */
export function pinScreen(app: App): Shown {
  const { say, things } = app;
  const operators = things.setup?.operators ?? [];
  const main = screenOf(s.centred);
  const enter = (who: Omit<SignedIn, 'at'>) => void app.keep({ signedIn: { ...who, at: Date.now() } });
  const nobody = { alias: null, operatorId: null, locale: null };
  const without = bigButton(say('tracker.pin.without'), { onClick: () => enter(nobody) });
  const offline = h('p', { class: s.sentence });
  const follow = () => {
    // Online, a PIN that the device asks for is not passed over; without operators nobody could weigh at all.
    without.hidden = app.online && operators.length > 0;
    setText(offline, app.online ? '' : say('tracker.pin.offline'));
    offline.hidden = app.online;
  };

  const chooseName = () => {
    main.replaceChildren(
      heading(say('tracker.pin.title')),
      offline,
      operators.length === 0
        ? h('p', { class: s.sentence }, say('tracker.pin.nobody'))
        : h(
            'div',
            { class: s.names },
            operators.map(({ alias }) => tile(alias, { onClick: () => askPin(alias) })),
          ),
      without,
    );
    follow();
  };

  const askPin = (alias: string) => {
    let pin = '';
    let busy = false;
    const shown = h('output', { class: w.pin, 'aria-label': say('tracker.pin.for', { name: alias }) });
    const problem = h('p', { class: s.fieldProblem, role: 'alert' });
    const show = () => setText(shown, '•'.repeat(pin.length) || '\u00a0');
    const press = (key: string) => {
      if (busy) return;
      setText(problem, '');
      if (key === 'ok') return void signIn();
      pin = key === 'delete' ? pin.slice(0, -1) : (pin + key).slice(0, longestPin);
      show();
    };
    const signIn = async () => {
      if (pin === '') return;
      busy = true;
      const { body, status, message } = await app.calls.signIn(alias, pin);
      busy = false;
      if (body) return enter({ alias: body.alias, operatorId: body.operatorId, locale: body.locale });
      pin = '';
      show();
      setText(problem, status === 422 && message !== null ? message : say('tracker.pin.failed'));
    };
    const labels: Record<string, string> = { delete: say('tracker.pin.delete'), ok: say('tracker.pin.ok') };
    main.replaceChildren(
      heading(say('tracker.pin.for', { name: alias })),
      offline,
      shown,
      problem,
      h(
        'div',
        { class: w.pinPad },
        digits.map((key) =>
          bigButton(key === 'delete' ? '⌫' : key === 'ok' ? say('tracker.pin.ok') : key, {
            onClick: () => press(key),
            kind: key === 'ok' ? 'primary' : 'plain',
            label: labels[key],
          }),
        ),
      ),
      h('div', { class: s.row }, bigButton(say('tracker.pin.other'), { onClick: chooseName }), without),
    );
    main.onkeydown = ({ key, target }) => {
      if (/^\d$/.test(key)) press(key);
      else if (key === 'Backspace') press('delete');
      else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) press('ok');
    };
    show();
    follow();
    main.querySelector<HTMLElement>('h1')?.focus();
  };

  chooseName();
  return { element: main, follow };
}
