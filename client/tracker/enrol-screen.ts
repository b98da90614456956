import type { App, Shown } from './app';
import { h, setText } from './dom';
import { bigButton, heading, screenOf } from './pieces';
import s from './tracker.module.css';

/** `#code=ABCD-EFGH`, as the link on the device's page has it. A fragment stays in the browser. */
function codeInAddress(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
  if (code) history.replaceState(null, '', location.pathname);
  return code;
}

/** Makes the tablet a device, by a code that somebody reads from its page. */
export function enrolScreen(app: App): Shown {
  const { say } = app;
  const input = h('input', {
    id: 'code',
    name: 'code',
    class: s.code,
    value: codeInAddress(),
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: '12',
    required: true,
    'aria-describedby': 'code-problem',
  });
  const problem = h('p', { id: 'code-problem', class: s.fieldProblem, role: 'alert' });
  const button = h('button', { type: 'submit', class: `${s.button} ${s.primary}` }, say('tracker.enrol.button'));
  const enrol = async () => {
    button.disabled = true;
    setText(button, say('tracker.enrol.busy'));
    setText(problem, '');
    const { body, status, message } = await app.calls.enrol(input.value.trim(), `web ${app.handed.build}`.slice(0, 40));
    button.disabled = false;
    setText(button, say('tracker.enrol.button'));
    if (!body) {
      setText(problem, status === 0 ? say('tracker.enrol.failed') : (message ?? say('tracker.enrol.failed')));
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      return;
    }
    const { key, organisationId, deviceId, deviceName } = body;
    await app.enrolAs({ key, organisationId, deviceId, deviceName });
  };
  const form = h(
    'form',
    {
      class: s.narrow,
      novalidate: true,
      on: {
        submit: (event) => {
          event.preventDefault();
          void enrol();
        },
      },
    },
    heading(say('tracker.enrol.title')),
    h('p', { class: s.sentence }, say('tracker.enrol.sentence')),
    app.waiting > 0 &&
      h(
        'p',
        { class: s.kept },
        say('tracker.enrol.kept', { count: app.waiting, number: app.format.count(app.waiting) }),
      ),
    h('label', { for: 'code', class: s.label }, say('tracker.enrol.code')),
    input,
    problem,
    button,
  );
  return { element: screenOf(s.centred, form) };
}

/** What there is before the first profile, or without a place. */
export function waitingScreen(app: App): Shown {
  const { say } = app;
  const part = app.things.setup === null ? 'unloaded' : 'nowhere';
  return {
    element: screenOf(
      s.centred,
      h(
        'div',
        { class: s.narrow },
        heading(say(`tracker.${part}.title`)),
        h('p', { class: s.sentence }, say(`tracker.${part}.sentence`)),
        bigButton(say('tracker.nowhere.again'), { onClick: () => void app.loadSetup() }),
      ),
    ),
  };
}
