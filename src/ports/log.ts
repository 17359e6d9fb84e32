type Write = (facts: Record<string, unknown>, message: string) => void

/** Structured log. Facts never hold keys, tokens, addresses of mail or bodies. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write }
