/** What an attack is given. It goes on until `until` is aborted, and opens again what the server closes. */
export type Target = {
  host: string
  port: number
  /** An API key with every scope. */
  key: string
  until: AbortSignal
}

/** What an attack came to, for the report: connections, requests, answers by status. */
export type Counts = Record<string, number>

export type Attack = {
  /** As `--only` finds it. */
  name: string
  /** One line for the help. */
  summary: string
  run(target: Target): Promise<Counts>
}
