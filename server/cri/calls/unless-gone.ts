import { CriError } from '../cri-error.ts';

/** Waits for a call that ends or removes something; that there was nothing left to end is no error. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    // Runtimes answer OK by their API's own rule; some releases do so only while they still remember the id.
    if (!(error instanceof CriError && error.isNotFound)) throw error;
  }
}
