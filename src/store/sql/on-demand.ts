type Method = (...args: unknown[]) => unknown
/** Its methods answer later: with a promise, or with what is iterated piece by piece. */
type Reader = Record<string, Method>

/** An answer that is still to come, to wait for or to iterate. */
const laterAnswer = (answer: Promise<unknown>): Promise<unknown> & AsyncIterable<unknown> =>
  Object.assign(answer, {
    async *[Symbol.asyncIterator]() {
      yield* (await answer) as AsyncIterable<unknown>
    },
  })

/** A reader that waits for itself: each call is passed on to the one that is loaded. */
const laterReader = (loaded: () => Promise<Reader>): Reader =>
  new Proxy<Reader>(
    {},
    {
      get: (_, name) =>
        // Nobody must take it for a promise.
        typeof name === 'symbol' || name === 'then'
          ? undefined
          : (...args: unknown[]) => laterAnswer(loaded().then((reader) => reader[name]?.(...args))),
    },
  )

/**
 * Readers by their names, of which some are there from the start. The first use of another one loads all; whoever uses one by then
 * waits for it. A failure to load is that of each call.
 */
export const onDemand = <Readers extends object>(present: Partial<Readers>, load: () => Promise<Readers>): Readers => {
  let loading: Promise<Readers> | undefined
  let known: object = present
  const loadAll = async (): Promise<Readers> => {
    const loaded = await load()
    known = { ...loaded, ...present }
    return loaded
  }
  const get = (_: object, name: string | symbol): unknown => {
    if (typeof name === 'symbol' || name === 'then') return undefined
    return (
      Reflect.get(known, name) ??
      laterReader(async () => Reflect.get(await (loading ??= loadAll()), name) as unknown as Reader)
    )
  }
  return new Proxy({}, { get }) as Readers
}
