/** Longer targets are parsed on every request. */
const MAX_TARGET_LENGTH = 300
const MAX_TARGETS = 2_000

/**
 * The cache keys of request targets that were read lately. A key names what a target asks for, so many targets may have
 * one key; this saves reading a target twice. The oldest go first, and whoever fills it up costs others a reading each.
 */
export type TargetKeys = {
  find(target: string): string | undefined
  remember(target: string, key: string): void
}

/** If a target has several media types, its key also depends on the Accept header. */
export const negotiatedTarget = (target: string, accept: string | undefined): string => `${target}\n${accept ?? ''}`

export const targetKeys = (): TargetKeys => {
  const keys = new Map<string, string>()
  return {
    find: (target) => keys.get(target),
    remember: (target, key) => {
      if (target.length > MAX_TARGET_LENGTH || keys.has(target)) return
      keys.set(target, key)
      const [oldest] = keys.keys()
      if (keys.size > MAX_TARGETS && oldest !== undefined) keys.delete(oldest)
    },
  }
}
