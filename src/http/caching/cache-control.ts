/** No cache may keep a response longer than a minute, so that a retracted paper is gone everywhere after that. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60, must-revalidate'
