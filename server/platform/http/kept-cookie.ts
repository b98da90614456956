import type { Request, Response } from 'express';
import type { Config } from '../../config';
import { hostCookie } from './host-cookie';

interface KeptText {
  name: string;
  maxAge: number;
  /** A text of another kind is neither written nor believed. */
  takes?(text: string): boolean;
}

/** A text that a browser keeps for us, signed. */
export function keptCookie(config: Config, { name: short, maxAge, takes = () => true }: KeptText) {
  const name = hostCookie(`tare-${short}`, config);
  const options = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/', signed: true } as const;
  return {
    read(request: Request): string | null {
      const value: unknown = request.signedCookies?.[name];
      return typeof value === 'string' && takes(value) ? value : null;
    },
    write(response: Response, text: string | null) {
      if (text !== null && takes(text)) response.cookie(name, text, { ...options, maxAge });
      else response.clearCookie(name, options);
    },
  };
}
