/** What all routes of the agent API have in common: open to all, read-only, changing with the corpus alone. */
export const agentRoute = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
