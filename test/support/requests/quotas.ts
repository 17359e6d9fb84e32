/** A contact message that is accepted. */
export const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }

/** What a response says about a quota: its rule, and what is left of it. */
export const quotaOf = (response: Response): (string | null)[] => [
  response.headers.get('ratelimit-policy'),
  response.headers.get('ratelimit'),
]
