/** The input of an attack, which runs until `until` is aborted and reopens connections that the server closes. */
export type Target = {
  host: string
  port: number
  /** An API key with every scope. */
  key: string
  /** The same of somebody else. */
  otherKey: string
  until: AbortSignal
}

/** Counts for the report: connections, requests, responses by status. */
export type Counts = Record<string, number>

export type Attack = {
  /** As `--only` finds it. */
  name: string
  /** One line for the help. */
  summary: string
  run(target: Target): Promise<Counts>
}
