/** What was retracted has left every cache after a minute: none may send it for longer, whatever its server says. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60, must-revalidate'
