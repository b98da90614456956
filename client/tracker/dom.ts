type Child = Node | string | null | false | undefined | readonly Child[];

interface Props {
  class?: string | undefined;
  /** By these names without `on`. */
  on?: Partial<Record<'click' | 'input' | 'submit' | 'change', (event: Event) => void>>;
  [attribute: string]: unknown;
}

/** An element with its attributes; `true` stands for one without a value, `false`, null and undefined for none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on = {}, ...attributes }: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...nodesOf(children));
  return element;
}

const nodesOf = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child) =>
    Array.isArray(child)
      ? nodesOf(child as readonly Child[])
      : child === null || child === false || child === undefined
        ? []
        : [child as Node | string],
  );

/** Changes the text only where it is another, so that a screen reader is not told the same again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
