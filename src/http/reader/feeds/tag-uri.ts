/**
 * An id that stays when addresses change (RFC 4151): the host, the day on which the corpus began, and what stands there.
 *
 * @param began an instant in ISO 8601
 */
export const tagUri = (publicUrl: string, began: string, path: string): string =>
  `tag:${new URL(publicUrl).hostname},${began.slice(0, 10)}:${path.slice(1)}`
