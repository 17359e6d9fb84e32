import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page, Request } from 'playwright-core'
import { createFirstAdmin } from '#actions/first-credentials.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const PASSPHRASE = 'correct horse battery staple'
const person = { name: 'Grace Example', email: 'grace@example.org' }

/** A device with a fingerprint reader that always says yes. */
const plugInDevice = async (page: Page): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

/** Passkeys are bound to a host name, which 127.0.0.1 is not. */
const startNamedService = (t: Parameters<typeof startTestService>[0]): Promise<TestService> =>
  startTestService(t, { publicUrl: (listening) => listening.replace('127.0.0.1', 'localhost') })

const here = ({ url }: TestService): string => url.replace('127.0.0.1', 'localhost')

const signInByPassphrase = async (page: Page, passphrase = PASSPHRASE): Promise<void> => {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Repeats a request of a page of the console, unchanged, from that page. */
const sendAgain = (page: Page, request: Request): Promise<number> =>
  page.evaluate(
    async ([url, body]) =>
      (
        await fetch(url ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: body ?? '',
        })
      ).status,
    [request.url(), request.postData() ?? ''],
  )

const usesLink = async (service: TestService, page: Page): Promise<void> => {
  const invited = await service.run(createFirstAdmin, null)
  await page.goto(`${here(service)}/console/link?token=${invited?.token}`)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Passphrase').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Set and sign in' }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

for (const scripts of [true, false])
  test(`the first admin comes in by the link, goes out, and comes back to the page they wanted, ${scripts ? 'with' : 'without'} scripts`, async (t) => {
    const service = await startNamedService(t)
    const browser = await openBrowser(t)
    const { page, troubles } = await browser.visit({ scripts })
    await usesLink(service, page)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sid')
    assert.deepEqual(
      { name: cookie?.name, httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite, path: cookie?.path },
      { name: 'sid', httpOnly: true, sameSite: 'Strict', path: '/' },
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${here(service)}/console/audit`)
    await signInByPassphrase(page, 'not the right one')
    await page.getByText('The email address or the passphrase is wrong').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), person.email)
    await signInByPassphrase(page)
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/audit')
    const unforeseen = troubles.filter((trouble) => !trouble.includes('401 (Unauthorized)'))
    assert.deepEqual(unforeseen, [])
  })

test('a passkey is made, signs in without a passphrase, and each of its responses is valid once', async (t) => {
  const service = await startNamedService(t)
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit()
  const device = await plugInDevice(page)
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request)
  })
  const lastTo = (path: string): Request => {
    const found = sent.findLast((request) => new URL(request.url()).pathname === path)
    assert.ok(found, path)
    return found
  }
  await usesLink(service, page)
  await page.getByRole('link', { name: person.name }).click()
  await page.getByLabel('Name of the device').fill('My <key>')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey was added.').waitFor()
  await page.getByRole('cell', { name: 'My <key>' }).waitFor()
  assert.equal(await sendAgain(page, lastTo('/console/passkeys')), 400, 'the answer to a challenge that was used')

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  const [session] = await service.store.private.sessions.listByEditor(
    (await service.store.private.editors.list())[0]?.id ?? '',
  )
  assert.equal(session?.method, 'passkey')
  assert.equal(await sendAgain(page, lastTo('/console/passkeys/sign-in')), 401, 'an answer that signed in before')
  assert.deepEqual(
    troubles.filter((trouble) => !/status of (?:400|401)/u.test(trouble)),
    [],
  )

  await t.test('later, a passkey confirms that it is you, and what was asked is done', async () => {
    const people = (): Promise<number> => service.store.private.editors.list().then(({ length }) => length)
    await page.goto(`${here(service)}/console/people`)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email address').fill('ada@example.org')
    service.clock.advance(10 * 60)
    await page.getByRole('button', { name: 'Add and create a link' }).click()
    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
    assert.equal(await people(), 1)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByRole('heading', { name: 'Sign-in link for Ada' }).waitFor()
    assert.equal(await people(), 2)
    assert.equal(await sendAgain(page, lastTo('/console/confirm/passkey')), 404, 'an answer that confirmed before')
    assert.deepEqual(
      troubles.filter((trouble) => !/status of (?:400|401|403|404)/u.test(trouble)),
      [],
    )
  })

  await t.test('a response that comes too late, was changed, or was made for another site is refused', async () => {
    const responses = [
      (response: string) => {
        service.clock.advance(5 * 60)
        return response
      },
      (response: string) =>
        response.replace(
          /"signature":"(.{20})/u,
          (_all, start: string) => `"signature":"${start.split('').toReversed().join('')}`,
        ),
      (response: string) => {
        const { clientDataJSON = '' } = /"clientDataJSON":"(?<clientDataJSON>[^"]+)"/u.exec(response)?.groups ?? {}
        const data = Buffer.from(clientDataJSON, 'base64url').toString().replace('//localhost', '//evil.example')
        return response.replace(clientDataJSON, Buffer.from(data).toString('base64url'))
      },
    ]
    for (const change of responses) {
      await page.context().clearCookies()
      await page.goto(`${here(service)}/console/sign-in`)
      await page.route('**/console/passkeys/sign-in', (route) =>
        route.continue({ postData: change(route.request().postData() ?? '') }),
      )
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('This passkey is not registered here, or took too long').waitFor()
      assert.deepEqual(await page.context().cookies(), [])
      await page.unroute('**/console/passkeys/sign-in')
    }
  })

  await t.test('a passkey that was removed signs nobody in', async () => {
    await page.goto(`${here(service)}/console/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('link', { name: person.name }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The passkey was removed.').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey is not registered here, or took too long').waitFor()
  })
  await device.detach()
  const acts = (await service.store.private.audit.listAfter(0, 100)).map(({ act }) => act)
  assert.deepEqual(
    acts.filter((act) => act.startsWith('passkey.')),
    ['passkey.add', 'passkey.remove'],
  )
})
