/**
 * Why an email was not sent. `final`: the mail server refused it for good (5xx). `temporary`: it refused this email for
 * now (4xx). `unreachable`: no word about this email, because the server is away, busy or does not let us in.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: 'final' | 'temporary' | 'unreachable'
  /** What the refusal says of the address, as an email that came back would; null: nothing. */
  readonly bounce: 'hard' | 'soft' | null

  constructor(
    kind: SendFailure['kind'],
    message: string,
    { cause, bounce = null }: { cause: unknown; bounce?: SendFailure['bounce'] },
  ) {
    super(message, { cause })
    this.kind = kind
    this.bounce = bounce
  }
}
