/**
 * Why an email was not sent. `final`: the mail server refused it for good (5xx). `temporary`: it refused this email for
 * now (4xx). `dropped`: the conversation ended in the middle of this email, which may be due to the email, its recipient or the
 * connection. `unreachable`: no word about this email, because the server is away, busy or does not let us in.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: 'final' | 'temporary' | 'dropped' | 'unreachable'
  /** What the refusal says of the address, as an email that came back would; null: nothing. */
  readonly bounce: 'hard' | 'soft' | null
  /** Whether the server wants no more emails to this domain for a while: it closed the connection (421) over this recipient. */
  readonly restsDomain: boolean

  constructor(
    kind: SendFailure['kind'],
    message: string,
    {
      cause,
      bounce = null,
      restsDomain = false,
    }: { cause: unknown; bounce?: SendFailure['bounce']; restsDomain?: boolean },
  ) {
    super(message, { cause })
    this.kind = kind
    this.bounce = bounce
    this.restsDomain = restsDomain
  }
}
