/** Results on a page of a list, without `limit` and at most (contract 1.4). */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500
