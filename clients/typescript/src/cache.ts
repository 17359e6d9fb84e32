/** A cached response, which is revalidated by its ETag. */
export type CachedAnswer = { etag: string; data: unknown; headers: [name: string, value: string][] }

/** A store for responses, in memory or elsewhere. */
export type AnswerCache = {
  get(address: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>
  set(address: string, answer: CachedAnswer): void | Promise<void>
}

/** Keeps the most recently used responses in memory. */
export const memoryCache = (most = 500): AnswerCache => {
  const cached = new Map<string, CachedAnswer>()
  const use = (address: string, answer: CachedAnswer): void => {
    cached.delete(address)
    cached.set(address, answer)
  }
  return {
    get(address) {
      const answer = cached.get(address)
      if (answer !== undefined) use(address, answer)
      return answer
    },
    set(address, answer) {
      use(address, answer)
      const [oldest] = cached.keys()
      if (cached.size > most && oldest !== undefined) cached.delete(oldest)
    },
  }
}
