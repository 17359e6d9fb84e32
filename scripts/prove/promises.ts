/** What Longview promises about reliability (R) and security (S), each with the number that decides whether it is kept. */
export const promises = {
  R1: ['No acknowledged submission is lost or doubled when the process dies', '500 kills: 0 lost, 0 doubled'],
  R2: ['201 is sent only after the paper is on disk', '1,000 of 1,000 submissions'],
  R3: [
    'Errors of the disk never give a false success',
    'an error at every write of a day: 0 false successes, 0 corrupt',
  ],
  R4: [
    'A full disk stops writes, not reads',
    '507 or 503 with a problem, all reads answered, 0 lost, writes back within 5 s',
  ],
  R5: ['Recovery is quick', 'ready again within 1 s, with 50,000 papers and a WAL of 64 MB'],
  R6: ['PostgreSQL may restart, be slow or refuse', '30 restarts: 0 lost, 0 doubled, only 503 with Retry-After'],
  R7: ['A submission that is sent again has one effect', 'one effect for each key, a replay of the same bytes'],
  R8: ['Bulk ingestion is resumable and holds up nobody', '500 kills: each paper once; reads go on'],
  R9: ['A new process takes over without a failed request', '5 restarts: 0 failed requests'],
  R10: ['SIGTERM finishes the requests that run', 'all complete, readiness 503, exit 0'],
  R11: ['Wrong clocks do no harm', 'hours and years, back and forth: 0 lock-outs over one window, 0 lost, order kept'],
  R12: [
    'A backup is consistent and restorable under writes',
    '500 kills: nothing half; all that was acknowledged before its start',
  ],
  R13: [
    'Mail is neither lost nor doubled by crashes',
    '500 kills: everybody gets it, at most one duplicate for each connection of a kill',
  ],
  R14: ['SQLite and PostgreSQL answer the same', '2,000 operations: 0 differences'],
  R15: ['No leak', 'one hour: 0 errors, at most 300 MB, memory grows by at most 5 %, descriptors as before'],
  R16: [
    'Overload degrades, does not collapse',
    'at least 85 % of the peak; 99 of 100 accepted within 1 s, health within 250 ms; as before 5 s later',
  ],
  R17: ['No request blocks the loop', 'at most 50 ms in 99.9 % of all cases'],
  R18: ['Slow clients cannot hold the server', 'at least 95 % of honest requests within 1 s, at most 300 MB'],
  S1: ['No input gives a 5xx or a broken contract', '20,000 requests: 0'],
  S2: ['Bad input is always refused, good input always taken', '5,000 of each: 0 wrong'],
  S3: ['Stateful rules of the APIs hold', '2,000 operations: 0 effects of what was refused'],
  S4: ['Nothing unpublished is visible', '0 occurrences; byte for byte like a missing paper'],
  S5: ['Every route is authorised on purpose', 'every cell of the table of roles and routes; 0 undocumented routes'],
  S6: ['Exactly 100 papers per hour and key', '0 beyond the limit, 0 refused below it'],
  S7: ['Limits cannot be dodged', '0 accepted by another spelling of an address'],
  S8: ['Rates and errors follow the standards', 'every answer'],
  S9: ['Caching is right', 'every case of the matrix; 0 private responses kept'],
  S10: ['Keys are safe at rest and in use', '0 plain keys, 0 accepted after they were revoked'],
  S11: ['No stored script runs', '150 injections in every field: 0 executions'],
  S12: ['Requests of the console cannot be forged', 'every cell; 0 changes by GET'],
  S13: ['Fetching cannot reach inside', '0 connections to addresses that are not public; size and time bounded'],
  S14: ['Mail cannot be hijacked', '5,000 inputs: one recipient, 0 added headers'],
  S15: ['Raw HTTP attacks are refused alike', 'every one: 4xx and the end of the connection'],
  S16: ['Unicode is the same in and out', 'the same text, or 400'],
  S17: ['Known holes are closed', '0 install scripts, 0 known holes of weight, at most 12 direct packages at run time'],
} as const satisfies Record<string, readonly [promise: string, number: string]>

export type PromiseId = keyof typeof promises

export const isPromise = (text: string): text is PromiseId => Object.hasOwn(promises, text)
