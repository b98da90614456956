/** The text of `views/locales/index.ts`, made from the locale files below `root`. */
export function messagesSource(root?: string): string;
