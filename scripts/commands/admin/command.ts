import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Config } from '../../../server/config';
import type { Database } from '../../../server/platform/db/database';
import { WrongArguments } from '../complaint';

/** What a command has of the world outside. */
export interface Tools {
  env: Record<string, string | undefined>;
  open(config: Config): Promise<Database>;
  say(line: string): void;
}

export interface Command {
  name: string;
  /** What it does, in one sentence. */
  about: string;
  /** Its options as somebody types them. */
  usage: string;
  /** A line for each option that needs a word. */
  options?: string;
  /** @throws WrongArguments, and whatever the work throws */
  start(args: string[], tools: Tools): Promise<void>;
}

/** An option without a value. */
export const flag = z.boolean().default(false);

interface Definition<Shape extends z.ZodRawShape> extends Omit<Command, 'start'> {
  values: Shape;
  run(values: z.output<z.ZodObject<Shape>>, tools: Tools): Promise<void>;
}

export function defineCommand<Shape extends z.ZodRawShape>({ values, run, ...command }: Definition<Shape>): Command {
  const options = Object.fromEntries(
    Object.entries(values).map(([name, schema]) => [
      name,
      { type: (schema as unknown) === flag ? 'boolean' : 'string' } as const,
    ]),
  );
  return {
    ...command,
    async start(args, tools) {
      const parsed = z.object(values).safeParse(typed(args, options));
      if (!parsed.success) throw new WrongArguments(parsed.error.issues.map(sentenceOf).join(' '));
      await run(parsed.data as z.output<z.ZodObject<Shape>>, tools);
    },
  };
}

function typed(args: string[], options: Record<string, { type: 'boolean' | 'string' }>): Record<string, unknown> {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new WrongArguments((error as Error).message);
  }
}

function sentenceOf({ path, message, input, code }: z.core.$ZodIssue): string {
  const missing = code === 'invalid_type' && input === undefined;
  return `--${path.join('.')} ${missing ? 'is missing' : `is invalid: ${message}`}.`;
}
