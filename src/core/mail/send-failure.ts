/**
 * Why an email was not sent. `final`: the mail server refused it for good (5xx). `temporary`: it refused this email for
 * now (4xx). `unreachable`: no word about this email, because the server is away, busy or does not let us in.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: 'final' | 'temporary' | 'unreachable'

  constructor(kind: SendFailure['kind'], message: string, cause: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
