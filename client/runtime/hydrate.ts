import { createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Island } from './define-island';
import { createTranslate, type Messages } from './sentences';

function Awake({ onAwake, island, props }: { onAwake: () => void; island: Island<object>; props: object }) {
  useEffect(onAwake, [onAwake]);
  return createElement(island.component, props);
}

/**
 * Brings one island to life with the props and sentences that stand behind its element, and makes the click that it slept through.
 * When it breaks, the server's HTML comes back and stays usable.
 */
export function hydrate({
  element,
  island,
  keptClick,
}: {
  element: HTMLElement;
  island: Island<object>;
  keptClick: () => HTMLElement | null;
}): void {
  const served = Array.from(element.childNodes, (node) => node.cloneNode(true));
  const handed = JSON.parse(element.nextElementSibling?.textContent ?? '{}') as {
    props?: object;
    sentences?: Messages;
  };
  const props = {
    ...handed.props,
    ...(handed.sentences && { t: createTranslate(handed.sentences, document.documentElement.lang) }),
  };
  const onAwake = () => {
    element.dataset.islandState = 'awake';
    keptClick()?.click();
  };
  const root = hydrateRoot(element, createElement(Awake, { onAwake, island, props }), {
    identifierPrefix: element.dataset.islandPrefix ?? '',
    onUncaughtError(error) {
      reportError(error);
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...served);
        element.dataset.islandState = 'failed';
      });
    },
  });
}
