/** An answer that is asked for by its validator again. */
export type CachedAnswer = { etag: string; data: unknown; headers: [name: string, value: string][] }

/** Where answers are kept: in memory, or wherever `get` and `set` put them. */
export type AnswerCache = {
  get(address: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>
  set(address: string, answer: CachedAnswer): void | Promise<void>
}

/** Keeps the answers that were used last. */
export const memoryCache = (most = 500): AnswerCache => {
  const kept = new Map<string, CachedAnswer>()
  const use = (address: string, answer: CachedAnswer): void => {
    kept.delete(address)
    kept.set(address, answer)
  }
  return {
    get(address) {
      const answer = kept.get(address)
      if (answer !== undefined) use(address, answer)
      return answer
    },
    set(address, answer) {
      use(address, answer)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
  }
}
