/** A database server as a process sees it. */
export type DatabaseServer = {
  /** Primary, replica, or with several in DATABASE_REPLICA_URL their numbers: replica 1. */
  name: string
  isReachable: boolean
  /** Since when a replica lacks a public change that this process knows of, in seconds; 0 for the primary. */
  lagSeconds: number
}

/** Connections that a process has opened to a database server. */
export type ConnectionPool = { name: string; open: number; idle: number; /** Requests for one. */ waiting: number }

/** How the store of a process stands, from what the process knows: it costs no query. */
export type StoreCondition = { servers: DatabaseServer[]; pools: ConnectionPool[] }
