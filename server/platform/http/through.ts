import type { Request, RequestHandler, Response } from 'express';

/** Runs middleware on a request at the point that its handling has come to. @throws what the middleware hands on as an error */
export function through(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => (error ? reject(error as Error) : resolve());
    Promise.resolve(middleware(request, response, next)).catch(reject);
  });
}
