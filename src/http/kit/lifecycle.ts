/** Where a process is in its life; the load balancer is told before connections are. */
export type Lifecycle = { uptimeSeconds(): number; isDraining(): boolean; drain(): void }

export const lifecycle = (): Lifecycle => {
  const startedAt = performance.now()
  let draining = false
  return {
    uptimeSeconds: () => Math.floor((performance.now() - startedAt) / 1_000),
    isDraining: () => draining,
    drain: () => {
      draining = true
    },
  }
}
