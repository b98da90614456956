/**
 * Brings what has just appeared before the eyes: a result, a refusal, or a field with the sentence that says why it was refused.
 * It comes as the page scrolls, which is at once for who wants little motion.
 */
export function reveal(element: HTMLElement | null | undefined, { focus = false } = {}): void {
  if (!element) return;
  if (focus) element.focus({ preventScroll: true });
  withSentence(element).scrollIntoView({ block: 'nearest' });
}

/** The least that holds a field and the last of its descriptions, which is its error where it has one. */
function withSentence(field: HTMLElement): HTMLElement {
  const id = field.getAttribute('aria-describedby')?.split(' ').at(-1);
  const sentence = id === undefined ? null : document.getElementById(id);
  let whole = field;
  while (sentence && !whole.contains(sentence) && whole.parentElement) whole = whole.parentElement;
  return whole;
}
