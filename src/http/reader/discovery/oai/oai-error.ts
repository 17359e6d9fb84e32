/** Errors of the protocol (OAI-PMH 2.0, section 3.6); the HTTP answer that tells them is a success. */
export const oaiErrorCodes = [
  'badArgument',
  'badResumptionToken',
  'badVerb',
  'cannotDisseminateFormat',
  'idDoesNotExist',
  'noRecordsMatch',
] as const
type OaiErrorCode = (typeof oaiErrorCodes)[number]

export class OaiError extends Error {
  readonly code: OaiErrorCode

  constructor(code: OaiErrorCode, message: string) {
    super(message)
    this.name = 'OaiError'
    this.code = code
  }
}
