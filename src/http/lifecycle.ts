/** Where a process is in its life; the load balancer is told before connections are. */
export type Lifecycle = {
  uptimeSeconds(): number
  /** Whether requests should still be sent here. */
  isReady(): boolean
  /** Whether each answer is the last one on its connection. */
  isDraining(): boolean
  /** From now on not ready; all else goes on. */
  stopAccepting(): void
  drain(): void
}

export const lifecycle = (): Lifecycle => {
  const startedAt = performance.now()
  let stage: 'ready' | 'leaving' | 'draining' = 'ready'
  return {
    uptimeSeconds: () => Math.floor((performance.now() - startedAt) / 1_000),
    isReady: () => stage === 'ready',
    isDraining: () => stage === 'draining',
    stopAccepting: () => {
      stage = 'leaving'
    },
    drain: () => {
      stage = 'draining'
    },
  }
}
