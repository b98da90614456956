/**
 * A text that is replaced in rendered HTML. Each process has its own, which nobody outside it knows: what people type, their
 * names and addresses included, cannot be taken for it.
 */
export const placeholder = (name: string) => `${name}-${crypto.randomUUID()}`;
