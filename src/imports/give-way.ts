import { constants, setPriority } from 'node:os'

/**
 * Lets whoever is served come before this thread. Linux takes the priority for the thread that calls; others would for the whole
 * process.
 */
export const giveWay = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
