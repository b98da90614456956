import { createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Island } from './define-island';

function Awake({ onAwake, island, props }: { onAwake: () => void; island: Island<object>; props: object }) {
  useEffect(onAwake, [onAwake]);
  return createElement(island.component, props);
}

/** Brings one island to life. When it breaks, the server's HTML comes back and stays usable. */
export function hydrate({ element, island, props, onState }: {
  element: HTMLElement;
  island: Island<object>;
  props: object;
  onState: (state: 'awake' | 'failed') => void;
}): void {
  const served = Array.from(element.childNodes, (node) => node.cloneNode(true));
  const root = hydrateRoot(element, createElement(Awake, { onAwake: () => onState('awake'), island, props }), {
    identifierPrefix: element.dataset.islandPrefix ?? '',
    onUncaughtError(error) {
      console.error(`island ${island.id}`, error);
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...served);
        onState('failed');
      });
    },
  });
}
