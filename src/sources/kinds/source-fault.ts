/** Why a run ends before its source is read, in words for the editors. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  /** When its server may be asked again; null when it does not say. */
  readonly retryAt: Date | null

  constructor(message: string, { retryAt = null, cause }: { retryAt?: Date | null; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
  }
}
