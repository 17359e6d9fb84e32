import type { SubmissionState } from '#core/review/submission.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

type Site = { houseName: string; publicUrl: () => string }

/** Subjects stay short enough for every mailbox. */
const SUBJECT_LENGTH = 150

const outcome: Partial<Record<SubmissionState, { one: string; many: string; advice: string }>> = {
  accepted: { one: 'is accepted', many: 'are accepted', advice: 'It is public from now on.' },
  changes_requested: {
    one: 'needs changes',
    many: 'need changes',
    advice: 'Send the paper again with PUT to the address below once you have changed it.',
  },
  rejected: { one: 'is not accepted', many: 'are not accepted', advice: 'It stays out of the library.' },
  retracted: { one: 'is retracted', many: 'are retracted', advice: 'Its page says when and why.' },
}

/** The decision on submissions, with the note of the editors. */
export const decisionEmail =
  ({ houseName, publicUrl }: Site): EmailComposer['decision'] =>
  ({ papers, state, note, keyLabel }) => {
    const { one, many, advice } = outcome[state] ?? { one: `is ${state}`, many: `are ${state}`, advice: '' }
    const [first] = papers
    const single = papers.length === 1
    const subject = single
      ? `${first?.id} ${one}: ${plainMathematics(first?.title ?? '')}`
      : `${papers.length} papers ${many}`
    return {
      subject: Array.from(`[${houseName}] ${subject}`).slice(0, SUBJECT_LENGTH).join(''),
      replyTo: null,
      headers: {},
      text: [
        'Hello,',
        '',
        single
          ? `a paper that was submitted with the API key “${keyLabel}” ${one}. ${advice}`
          : `${papers.length} papers that were submitted with the API key “${keyLabel}” ${many}.`,
        '',
        ...papers.flatMap(({ id, title }) => [plainMathematics(title), `  ${publicUrl()}/api/submissions/${id}`]),
        '',
        ...(note === null ? [] : ['The editors wrote:', '', note, '']),
        '-- ',
        `You get this email because this address belongs to the API key; the operator of ${houseName} can change that.`,
        '',
      ].join('\n'),
    }
  }
