/** Severities of research gaps (contract 2.7), gravest first: also the order of lists. */
export const severities = ['critical', 'high', 'medium'] as const
export type Severity = (typeof severities)[number]

export type Gap = { id: string; title: string; severity: Severity; explanation: string; paperIds: string[] }
