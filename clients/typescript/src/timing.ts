/** The clock of a client; tests use their own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after the given milliseconds, or rejects with the reason of the signal. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** From 0 to below 1. */
  random(): number
}

export const realTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    }),
}
