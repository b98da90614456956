import type { LogLevel } from 'esbuild';

interface Options {
  root?: string;
  force?: boolean;
  watch?: boolean;
  logLevel?: LogLevel;
}

export function build(options?: Options): Promise<{ built: boolean; seconds: number }>;
