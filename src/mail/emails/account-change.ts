import type { AccountChange, AccountNotice } from '#core/access/editor.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

type Site = { houseName: string; publicUrl: () => string }

/** Subject and text for each change. `name` is the owner of the account. */
const sentences: Record<AccountChange, (name: string, detail: string) => { subject: string; text: string }> = {
  'editor.add': (name, role) => ({ subject: `${name} was added`, text: `${name} was added as ${role}` }),
  'editor.role': (name, role) => ({ subject: `The role of ${name} changed`, text: `${name} got the role ${role}` }),
  'editor.remove': (name) => ({ subject: `${name} was removed`, text: `the account of ${name} was removed` }),
  'editor.link': (name) => ({
    subject: `A sign-in link for ${name}`,
    text: `a link was created with which ${name} can set a new passphrase`,
  }),
  'editor.passphrase': (name) => ({
    subject: `The passphrase of ${name} changed`,
    text: `a new passphrase was set for the account of ${name}, and its other sessions ended`,
  }),
  'editor.sign-in': (name, browser) => ({
    subject: `A sign-in as ${name} from a new browser`,
    text: `somebody signed in as ${name} from a browser that was not used before (it calls itself “${browser}”)`,
  }),
  'editor.sign-in-failed': (name) => ({
    subject: `Somebody may know the passphrase of ${name}`,
    text: `somebody entered the passphrase of ${name}, and then a code that is wrong or was used before, so nobody was signed in; further such attempts within an hour cause no email`,
  }),
  'passkey.add': (name, label) => ({
    subject: `A passkey for ${name} was added`,
    text: `the passkey “${label}” was added to the account of ${name}`,
  }),
  'passkey.remove': (name, label) => ({
    subject: `A passkey of ${name} was removed`,
    text: `the passkey “${label}” was removed from the account of ${name}`,
  }),
  'codes.add': (name) => ({
    subject: `One-time codes for ${name}`,
    text: `one-time codes were set up for the account of ${name}, and its other sessions ended`,
  }),
  'codes.remove': (name) => ({
    subject: `The one-time codes of ${name} were removed`,
    text: `one-time codes and recovery codes were removed from the account of ${name}`,
  }),
  'recovery-code.renew': (name) => ({
    subject: `New recovery codes for ${name}`,
    text: `new recovery codes were created for the account of ${name}; the old ones no longer work`,
  }),
  'recovery-code.use': (name, left) => ({
    subject: `A recovery code of ${name} was used`,
    text: `somebody signed in as ${name} with a recovery code; ${left} are left`,
  }),
  'editor.reset': (name) => ({
    subject: `The second factor of ${name} was reset`,
    text: `one-time codes, recovery codes and passkeys were removed from the account of ${name}, and its sessions ended`,
  }),
  'key.create': (_name, label) => ({ subject: 'An API key was created', text: `the API key “${label}” was created` }),
  'key.renew': (_name, label) => ({
    subject: 'The expiry of an API key changed',
    text: `the API key “${label}” got a new expiry date`,
  }),
  'key.rotate': (_name, label) => ({
    subject: 'An API key was replaced',
    text: `the API key “${label}” got a new secret`,
  }),
  'key.revoke': (_name, label) => ({ subject: 'An API key was revoked', text: `the API key “${label}” was revoked` }),
}

const whoDid = ({ by, owner }: AccountNotice): string => {
  if (by === null) return 'On the server'
  return by.name === owner?.name ? 'In the console' : `In the console, by ${by.name}`
}

/** Reports a change to who may sign in or act, so that none goes unnoticed. */
export const accountChangeEmail =
  ({ houseName, publicUrl }: Site): EmailComposer['accountChange'] =>
  (notice) => {
    const { subject, text } = sentences[notice.change](notice.owner?.name ?? '', notice.detail)
    const [day, time] = notice.at.slice(0, 16).split('T')
    return {
      subject: `[${houseName}] ${subject}`,
      replyTo: null,
      headers: {},
      text: [
        'Hello,',
        '',
        `${text}.`,
        `${whoDid(notice)}, on ${day} at ${time} UTC.`,
        '',
        'If you expected this, you need not do anything.',
        `If not, open ${publicUrl()}/console/account, end the other sessions, set a new passphrase, and tell an admin.`,
        '',
      ].join('\n'),
    }
  }
