/** After the signal to stop, new connections are still accepted for this long, while readiness already fails. */
export const SHUTDOWN_DELAY_MS = 300
/** Requests that are still running after this are cut off. */
export const SHUTDOWN_TIMEOUT_MS = 9_000
/** The same for a process that another one has replaced. */
export const REPLACEMENT_TIMEOUT_MS = 60_000

/** The stages of a process; the load balancer learns of a shutdown before clients notice it. */
export type Lifecycle = {
  uptimeSeconds(): number
  /** Whether requests should still be sent here. */
  isReady(): boolean
  /** Whether each response is the last one on its connection. */
  isDraining(): boolean
  /** Makes `isReady` false; requests are still answered. */
  stopAccepting(): void
  drain(): void
  /** The listener is called once, on draining, so that long-polling requests end and do not hold up the shutdown. */
  onDrain(listener: () => void): void
}

export const lifecycle = (): Lifecycle => {
  const startedAt = performance.now()
  let stage: 'ready' | 'leaving' | 'draining' = 'ready'
  const listeners: (() => void)[] = []
  return {
    uptimeSeconds: () => Math.floor((performance.now() - startedAt) / 1_000),
    isReady: () => stage === 'ready',
    isDraining: () => stage === 'draining',
    stopAccepting: () => {
      stage = 'leaving'
    },
    drain: () => {
      stage = 'draining'
      for (const listener of listeners.splice(0)) listener()
    },
    onDrain: (listener) => void listeners.push(listener),
  }
}
