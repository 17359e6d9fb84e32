import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService, type TestService, waitingEmails } from '../../support/service/test-service.ts'

const message = {
  name: 'Ada Example',
  email: 'ada@example.org',
  organisation: '',
  subject: 'A question',
  message: 'What is this?\r\nAnd “why”? 漢字 +1 & 2 = 3%',
}

const post = (
  service: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** The element with an id, as its whole tag. */
const tagOf = (page: string, id: string): string => new RegExp(`<\\w+ [^>]*id="${id}"[^>]*>`, 'u').exec(page)?.[0] ?? ''

test('a message leaves by the form as it does by the API, and its sender is led to thanks', async (t) => {
  const service = await startTestService(t)
  assert.match(
    await (await service.get('/contact')).text(),
    /<form class="message-form" action="\/contact" method="post">/u,
  )
  const response = await post(service, '/contact', message)
  assert.equal(response.status, 303)
  assert.equal(response.headers.get('location'), '/contact/sent')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(await (await service.get('/contact/sent')).text(), /<h1>Thank you<\/h1>/u)
  const [email, ...more] = await waitingEmails(service)
  assert.deepEqual(more, [])
  assert.ok(email?.text.includes('What is this?\nAnd “why”? 漢字 +1 & 2 = 3%'), String(email?.text))
})

test('each error is at its field, all input stays, and nothing is sent', async (t) => {
  const service = await startTestService(t)
  const response = await post(service, '/contact', {
    ...message,
    name: '',
    email: 'ada at example.org"><script>',
    message: '</textarea><script>alert(1)</script>\r\nsecond line',
  })
  assert.equal(response.status, 400)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const page = await response.text()
  assert.match(page, /role="alert"><p><strong>Nothing was sent yet\./u)
  for (const [name, sentence] of [
    ['name', 'Your name must not be empty.'],
    ['email', 'Your email address must be one email address, such as name@example.org.'],
  ] as const) {
    assert.match(
      tagOf(page, name),
      new RegExp(`aria-describedby="(?:\\w+-hint )?${name}-error" aria-invalid="true"`, 'u'),
    )
    assert.ok(page.includes(`id="${name}-error">${sentence}<`), sentence)
    assert.ok(page.includes(`<a href="#${name}">${sentence}</a>`), sentence)
  }
  assert.ok(page.includes('value="ada at example.org&quot;&gt;&lt;script&gt;"'))
  assert.ok(page.includes('>\n&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line</textarea>'))
  assert.ok(page.includes('value="A question"'))
  assert.doesNotMatch(tagOf(page, 'subject'), /aria-invalid/u)
  assert.deepEqual(await waitingEmails(service), [])
})

test('the form and the API share one limit; beyond it the form says when to come back, and keeps the text', async (t) => {
  const service = await startTestService(t)
  for (let index = 0; index < 5; index += 1) {
    assert.equal((await post(service, '/contact', message)).status, 303)
    assert.equal((await service.send('POST', '/api/contact', message)).status, 202)
  }
  const response = await post(service, '/contact', message)
  assert.equal(response.status, 429)
  assert.ok(Number(response.headers.get('retry-after')) > 3_000)
  const page = await response.text()
  assert.match(page, /Your text is still here\. Please send it again in 60 minutes\./u)
  assert.ok(page.includes('And “why”?'))
  assert.equal((await waitingEmails(service)).length, 10)
})

test('a subscription by the form gives the same response for any address, and an email to the new one', async (t) => {
  const service = await startTestService(t)
  for (const email of ['ada@example.org', 'ada@example.org', 'ben@example.org']) {
    const response = await post(service, '/subscribe', { email, name: '' })
    assert.deepEqual(
      [response.status, response.headers.get('location'), await response.text()],
      [303, '/subscribe/sent', ''],
    )
  }
  assert.match(await (await service.get('/subscribe/sent')).text(), /<h1>Check your inbox<\/h1>/u)
  assert.equal((await waitingEmails(service)).length, 3)
  assert.equal((await service.store.private.subscribers.findByEmail('ada@example.org'))?.state, 'pending')
  const wrong = await post(service, '/subscribe', { email: 'nobody', name: 'Zoë' })
  assert.equal(wrong.status, 400)
  assert.match(await wrong.text(), /value="Zoë"/u)
})

test('a request that another site makes a browser send is refused, and changes nothing', async (t) => {
  const service = await startTestService(t)
  const own = service.url
  const cases: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: own }, 403],
    [{ 'sec-fetch-site': 'nonsense', origin: own }, 403],
  ]
  for (const path of ['/contact', '/subscribe'])
    for (const [headers, status] of cases) {
      const before = (await waitingEmails(service)).length
      const response = await post(service, path, { ...message, email: `${status}@example.org` }, headers)
      assert.equal(response.status, status, JSON.stringify(headers))
      if (status === 403) assert.equal((await waitingEmails(service)).length, before)
    }
})

test('browsers that do not send Sec-Fetch-Site are checked by Origin, and programs that send neither are accepted', async (t) => {
  const service = await startTestService(t)
  const send = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.url}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(message).toString(),
    })
  assert.equal((await send({ origin: service.url })).status, 303)
  assert.equal((await send({ origin: 'https://mallory.example' })).status, 403)
  assert.equal((await send({ origin: 'null' })).status, 403)
  assert.equal((await send({})).status, 303)
})

test('a body that is not a form, or too large, is refused', async (t) => {
  const service = await startTestService(t)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])
    assert.equal((await post(service, '/contact', message, { 'content-type': type })).status, 415, type)
  assert.equal((await post(service, '/contact', { ...message, message: 'x'.repeat(140_000) })).status, 413)
  assert.equal((await post(service, '/contact', { ...message, message: '漢'.repeat(10_000) })).status, 303)
  assert.equal((await post(service, '/subscribe', { email: 'x'.repeat(9_000) })).status, 413)
  assert.equal((await waitingEmails(service)).length, 1)
})

test('the pages about, contact and subscribe stay the same while the corpus does', async (t) => {
  const service = await startTestService(t)
  for (const path of ['/about', '/contact', '/contact/sent', '/subscribe', '/subscribe/sent']) {
    const response = await service.get(path)
    assert.equal(response.status, 200, path)
    const tag = response.headers.get('etag') ?? ''
    assert.equal((await service.get(path, { 'if-none-match': tag })).status, 304, path)
  }
})

test('the page about the library says what its judgements rest on', async (t) => {
  const service = await startTestService(t)
  const page = await (await service.get('/about')).text()
  assert.match(page, /<h2>What judgements rest on<\/h2>\s*<p>[^<]*may rest on the abstract alone/u)
})

test('without a mail server the page names feeds instead of a form, and an address that is sent all the same waits', async (t) => {
  const service = await startTestService(t, { canMail: false })
  const said = async (path: string): Promise<string> => (await service.get(path)).text()
  assert.match(
    await said('/subscribe'),
    /<p class="notice">This library does not send emails at present\. Each brief comes/u,
  )
  assert.match(await said('/subscribe'), /<code id="feed-atom">http:[^<]*\/briefs\.atom<\/code>/u)
  assert.doesNotMatch(await said('/subscribe'), /name="email"/u)
  assert.match(await said('/subscribe/sent'), /will come once this library sends emails again/u)
  assert.doesNotMatch(await said('/subscribe/sent'), /inbox|on its way/u)
  const sent = await fetch(`${service.url}/subscribe`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.org' }),
    redirect: 'manual',
  })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/subscribe/sent'])
  assert.equal((await service.store.private.outbox.counts()).waiting, 1)
})
