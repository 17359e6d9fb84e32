import { setImmediate } from 'node:timers/promises'

/**
 * Lets whatever else this thread serves go first. A store that answers at once would otherwise keep the thread for all
 * records of a batch, for a promise that is fulfilled gives nobody else a turn.
 */
export const letOthersIn = (): Promise<void> => setImmediate()
