/** Null leaves a field open. */
export type AuditFilter = { actor: string | null; act: string | null; subject: string | null }
