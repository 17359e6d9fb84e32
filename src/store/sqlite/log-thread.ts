import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { LogThreadOrder } from './log-mover.ts'

/** Moves the log of a corpus file into it whenever it is told to, over a connection of its own; ends at the message `end`. */

const { path, synchronous } = workerData as LogThreadOrder
const database = new Database(path, { timeout: 0 })
database.pragma(`synchronous = ${synchronous}`)

const move = (): void => {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // All is committed. After the next transaction it is tried again, and whoever writes is told of a full disk.
  }
}

parentPort?.on('message', (message: 'move' | 'end') => {
  if (message === 'move') {
    move()
    parentPort?.postMessage('moved')
    return
  }
  database.close()
  parentPort?.close()
})
