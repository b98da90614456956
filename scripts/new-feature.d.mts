export function layFeature(wish: { root?: string; name: string; one?: string }): { one: string; files: string[] };
export function withFeature(list: string, name: string): string;
