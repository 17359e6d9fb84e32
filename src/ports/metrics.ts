/** A request as it was answered; `route` is the path of its row in the route table, undefined if none fits. */
export type AnsweredRequest = { method: string; route: string | undefined; status: number; seconds: number }

/** Why a transaction failed, apart from refusals by its own work. */
export const writeFaults = ['storage_full', 'unavailable', 'internal'] as const
export type WriteFault = (typeof writeFaults)[number]

export type JobRun = { job: string; outcome: 'success' | 'failure'; seconds: number; at: Date }

/** What the parts of a serving process tell of their work. Nothing here throws or waits. */
export type Metrics = {
  answered(request: AnsweredRequest): void
  /** A public read that may be cached was looked up. */
  lookedUp(result: 'hit' | 'miss'): void
  /** Gives the bytes of the response cache. */
  watchCache(byteLength: () => number): void
  /** The work of a transaction begins, after it waited for the writer. */
  beganToWrite(waitedSeconds: number): void
  /** The work of a transaction ended; `seconds` includes the commit. */
  wrote(seconds: number): void
  failedToWrite(fault: WriteFault): void
  /** The number of transactions that wait for the writer now. */
  watchWriters(waiting: () => number): void
  ranJob(run: JobRun): void
}

/** All metrics as one text, in a format that this media type names. */
export type Exposition = { type: string; read(): Promise<string> }

/** For a process that nobody watches. */
export const noMetrics: Metrics = {
  answered: () => {},
  lookedUp: () => {},
  watchCache: () => {},
  beganToWrite: () => {},
  wrote: () => {},
  failedToWrite: () => {},
  watchWriters: () => {},
  ranJob: () => {},
}
