/** For `like` and `ilike`: the text anywhere, its own wildcards taken as letters. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
