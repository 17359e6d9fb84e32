/** Where things stand in the reader. Ids of concepts are made from names and may hold letters of any script. */
export const paperPath = (id: string): string => `/papers/${id}`
export const conceptPath = (id: string): string => `/concepts/${encodeURIComponent(id)}`
export const gapPath = (id: string): string => `/gaps/${encodeURIComponent(id)}`
export const briefPath = (id: string): string => `/briefs/${id}`
