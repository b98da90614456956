import type { App } from './app';
import { h, setText } from './dom';
import type { KeptEvent } from './outbox.rules';
import { bigButton } from './pieces';
import w from './weigh.module.css';

interface PhotoButton {
  element: HTMLElement;
  follow(): void;
}

interface Watching {
  /** Somebody reaches for the camera. */
  onBegin?(): void;
  /** They have taken a photo, or not. */
  onEnd?(): void;
}

/** Takes a photo of a weighing that is kept already: a camera that fails costs no weighing. Null where the organization wants none. */
export function photoButton(app: App, event: KeptEvent, { onBegin, onEnd }: Watching = {}): PhotoButton | null {
  const { say } = app;
  if (!app.things.setup?.takesPhotos) return null;
  const status = h('p', { class: w.photoState, role: 'status' });
  const shown = h('div', { class: w.photo });
  const take = async (file: Blob) => {
    button.disabled = true;
    const kept = await app.keepPhoto(event, file);
    button.disabled = false;
    if ('problem' in kept) setText(status, say(`tracker.photo.${kept.problem}`));
    else {
      shown.replaceChildren(kept.canvas);
      setText(status, say('tracker.photo.kept'));
      setText(button, say('tracker.photo.again'));
    }
    onEnd?.();
  };
  const input = h('input', {
    type: 'file',
    accept: 'image/*',
    capture: 'environment',
    hidden: true,
    on: {
      change: () => {
        const [file] = input.files ?? [];
        // The same file may be chosen again.
        input.value = '';
        if (file) void take(file);
      },
    },
  });
  input.addEventListener('cancel', () => onEnd?.());
  const button = bigButton(say(app.photographed === event.id ? 'tracker.photo.again' : 'tracker.photo.add'), {
    onClick: () => {
      onBegin?.();
      input.click();
    },
  });
  const until = event.heldUntil;
  return {
    element: h('div', { class: w.photoPart }, shown, button, input, status),
    // Sent already, another photo would be a second one.
    follow: () => (button.hidden = Date.now() >= until),
  };
}
