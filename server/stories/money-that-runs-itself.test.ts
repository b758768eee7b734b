/** A dealer's automatic income: from a price on a plan, over four months, to the bank statement that lifts a block. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aPlan, aUnit } from '#testing/builders.ts'
import { type Delivered, startMailServer } from '#testing/fakes/mail-server.ts'
import { goodPassword } from '#testing/people/client.ts'
import { passTime } from '#testing/time.ts'
import { asCamt } from '../sim/statement-files.ts'

const mailServer = await startMailServer()
after(() => mailServer.close())
const consoles = await openConsoles('provider', { WAYMARK_SMTP_URL: mailServer.url })
const { site, dealer } = consoles
const { clock } = site.ctx
const ona = 'ona@baltic.example.com'

const until = (time: string) => passTime(site, (Date.parse(`${time}:00Z`) - clock.now().getTime()) / 1000)
const ask = async (method: string, path: string, body?: object) => {
  const answer = await dealer.ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const mailsAbout = (subject: RegExp): Delivered[] =>
  mailServer.delivered.filter((mail) => mail.recipients.includes(ona) && subject.test(mail.subject ?? ''))
/** The only new one; earlier ones were read. */
const read = new Set<Delivered>()
function newMail(subject: RegExp): Delivered & { text: string } {
  const [mail, ...more] = mailsAbout(subject).filter((one) => !read.has(one))
  assert.ok(mail?.text && more.length === 0, `${subject} in ${mailServer.delivered.map((one) => one.subject).join()}`)
  read.add(mail)
  return mail as Delivered & { text: string }
}
const linkIn = ({ text }: { text: string }, path: string) => new RegExp(`http\\S+${path}\\S+`).exec(text)?.[0] ?? ''
const paperIn = async ({ attachments: [pdf] }: Delivered) => {
  assert.equal(pdf?.mimeType, 'application/pdf')
  const { text } = await extractText(new Uint8Array(pdf.content as ArrayBuffer).slice(), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** Sets the browser's day to the server's. */
const go = async (page: Page, url: string) => {
  await page.clock.setFixedTime(clock.now())
  await page.goto(url)
}
const signIn = async (page: Page) => {
  await page.getByLabel('Email or username').fill(ona)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Settings that a dealer makes once, each tested in another story. */
async function aDealerThatCharges(): Promise<{ id: string }> {
  clock.set(new Date('2027-03-01T08:00:00Z'))
  const plan = await aPlan(dealer, { name: 'Vans' })
  const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 10 }
  await ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
  await ask('PUT', '/console/company/invoice-settings', {
    ...{ time_zone: 'UTC', prefix: '', terms_days: 14, note: null },
    ...{ iban: 'DE89370400440532013000', bic: null, account_holder: null },
  })
  await ask('PUT', '/console/collection', { is_on: true, days_before: 1 })
  const step = (days: number) => ({ days, texts: { en: null, de: null }, fee: null, attach_pdf: true })
  await ask('PUT', '/console/reminders', {
    ...{ is_active: true, quiet_on_weekends: false, hour: 9, currency: null, steps: [step(-3), step(7)] },
  })
  return plan
}

async function setPrice(page: Page, plan: string): Promise<void> {
  await openPlace(page, `/plans/${plan}`)
  await page.getByRole('button', { name: 'Set prices' }).click()
  const form = page.getByRole('dialog', { name: 'Prices' })
  await form.getByLabel('Valid from').fill('2027-03-01')
  await form.getByLabel('Tax %').fill('19')
  await form.getByRole('button', { name: 'Add a price' }).click()
  await form.getByLabel('For').selectOption('unit')
  await form.getByLabel('Price, net').fill('12.50')
  await form.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('Tracking per unit: €12.50').waitFor()
}

async function inviteClient(page: Page): Promise<number> {
  await openPlace(page, '/clients/new')
  await page.getByLabel('Username').fill('baltic-freight')
  await page.getByLabel('Company').fill('Baltic Freight')
  await page.getByLabel('Email', { exact: true }).fill(ona)
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByText(`We emailed the activation link to ${ona}.`).waitFor()
  const link = await page.getByRole('link', { name: 'Open client' }).getAttribute('href')
  return Number(/\d+/.exec(link ?? '')?.[0])
}

async function activate(page: Page): Promise<void> {
  await until('2027-03-01T08:05')
  await go(page, linkIn(newMail(/^Activate your account/), 'acknowledgment'))
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await until('2027-03-01T08:10')
  await go(page, linkIn(newMail(/^Confirm your email address$/), 'token='))
  await page.getByRole('button', { name: 'Confirm and activate' }).click()
  await page.getByRole('heading', { name: 'Your account is active' }).waitFor()
}

async function payWithCard(page: Page, amount: string, expiry: string): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').pressSequentially(expiry)
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on the card').fill('Ona')
  await page.getByRole('button', { name: `Pay ${amount}` }).click()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
}

async function dropStatement(page: Page, content: string): Promise<void> {
  await openPlace(page, '/bank/new')
  const area = page.getByText('Drop the file from your bank here')
  await area.waitFor()
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([${JSON.stringify(content)}], 'june.xml', { type: 'text/xml' }))
      return dropped
    })()`,
  )
  await area.dispatchEvent('drop', { dataTransfer })
  await page.getByText('1 payment received, all new.').waitFor()
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await page.getByText('1 line imported').waitFor()
}

test('a client is charged, reminded, blocked and unblocked, and every amount is the same everywhere', async () => {
  const plan = await aDealerThatCharges()
  const desk = await consoles.visit()
  await desk.page.clock.setFixedTime(clock.now())
  await setPrice(desk.page, plan.id)
  const account = await inviteClient(desk.page)
  const client = await consoles.signedOut({ ...phone, colorScheme: 'dark' })
  const { page } = client
  await activate(page)
  const invoices = async (): Promise<{ id: string; number: string; total: number; state: string }[]> =>
    ask('GET', `/console/client-invoices?account_ids=${account}&sort=number`)

  // The first invoice may be paid late.
  const setOwnRules = (rules: object) => ask('PATCH', `/accounts/${account}/set-payment-lifecycle`, rules)
  await setOwnRules({ use_fleet_lifecycle: true, payment_notify_offset: 3, block_offset: null })

  // Two vans are added in mid-March; of its 31 days they use 13 and 9 until the invoice is issued on the 29th.
  await until('2027-03-16T08:00')
  await aUnit(dealer, account, { name: 'Van 1' })
  await until('2027-03-20T08:00')
  await aUnit(dealer, account, { name: 'Van 2' })
  await until('2027-03-29T10:00')
  const [first] = await invoices()
  const net = Math.round((1250 * (13 + 9)) / 31)
  assert.equal(first?.total, net + Math.round(net * 0.19))
  const reminder = newMail(new RegExp(`^Invoice ${first?.number} is due on April 1, 2027`))
  assert.match(reminder.text, /Open: 10\.56\sEUR\n/)
  const paper = await paperIn(reminder)
  for (const part of [first?.number ?? '', '8.87', '1.69', '10.56 EUR'])
    assert.ok(paper.includes(part), `${part} ${paper}`)
  const link = linkIn(reminder, '/pay/')
  await go(page, link)
  await page.getByRole('button', { name: 'Pay €10.56', exact: true }).click()
  await page.getByLabel('Card number').waitFor()
  const expired = page.url()

  // Three weeks later the same link opens a new payment page. To save the card, the payer signs in and comes back.
  await until('2027-04-19T10:00')
  await go(page, link)
  await page.getByText('Overdue', { exact: true }).waitFor()
  const choice = page.getByRole('checkbox', { name: /^Save this card and pay future invoices from Dealer provider/ })
  await choice.click()
  await page.getByText('To save a card, sign in as someone who pays for this account.').waitFor()
  assert.equal(await choice.isChecked(), false)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page)
  await page.waitForURL(/\/pay\//)
  await choice.and(page.locator(':checked')).waitFor()
  await page.getByRole('button', { name: 'Pay €10.56', exact: true }).click()
  await page.getByLabel('Card number').waitFor()
  assert.notEqual(page.url(), expired)
  await payWithCard(page, '€10.56', '0427')
  await until('2027-04-19T10:10')
  assert.match(
    newMail(/^Receipt: 10\.56\sEUR paid to Dealer provider$/).text,
    new RegExp(`Invoice ${first?.number}: 10\\.56\\sEUR`),
  )
  newMail(/^Invoices from Dealer provider are paid automatically$/)

  // The card pays for two whole units in April, and has expired when May is charged.
  await until('2027-04-30T10:00')
  assert.match(
    newMail(/^Invoice \S+ will be charged to your card$/).text,
    /29\.75\sEUR .* ending in 4242 on April 30, 2027/,
  )
  newMail(/^Receipt: 29\.75\sEUR paid to Dealer provider$/)
  await setOwnRules({ use_fleet_lifecycle: false })
  await until('2027-06-10T10:00')
  const [, second, third] = await invoices()
  assert.deepEqual(
    [second, third].map((one) => [one?.total, one?.state]),
    [
      [2975, 'paid'],
      [2975, 'overdue'],
    ],
  )
  const failed = mailsAbout(new RegExp(`^Invoice ${third?.number}: your card was not charged$`))
  const charges = (await ask('GET', `/console/client-invoices/${third?.id}/collection`)).charges
  const days = charges.map(({ created }: { created: number }) => new Date(created * 1000).toISOString().slice(0, 10))
  assert.deepEqual(days.toSorted(), ['2027-05-31', '2027-06-01', '2027-06-03', '2027-06-07'])
  assert.equal(failed.length, days.length)
  assert.match(failed.at(-1)?.text ?? '', /The card has expired\./)
  const overdue = newMail(new RegExp(`^Reminder: invoice ${third?.number}, due on June 1, 2027`))
  assert.match(overdue.text, /Open: 29\.75\sEUR\n/)
  const reference = /RF\d{2}(?: [\dA-Z]{1,4})+/.exec(await paperIn(overdue))?.[0] ?? ''

  // Blocked, with the open amount on the page and in the email; the bank statement lifts the block.
  await until('2027-06-11T09:00')
  const blocked = newMail(/^Your account is blocked until you pay$/)
  assert.match(blocked.text, /Open: 29\.75\sEUR\n/)
  assert.notEqual(linkIn(blocked, '/pay/'), '')
  await go(page, `${site.url}/login`)
  await signIn(page)
  await page.getByRole('link', { name: 'Pay €29.75' }).waitFor()
  const payment = {
    bookedOn: '2027-06-11',
    amount: 2975,
    currency: 'eur',
    payer: 'UAB Baltic',
    iban: 'LT121000011101001000',
  }
  const treasurer = await consoles.visit('billing')
  await treasurer.page.clock.setFixedTime(clock.now())
  await dropStatement(treasurer.page, asCamt([{ ...payment, text: reference }]))
  await until('2027-06-11T09:10')
  newMail(/^Your account is unblocked$/)
  await page.getByRole('button', { name: 'I’ve paid. Check again' }).click()
  await page.waitForURL(/\/client/)
  assert.deepEqual(
    (await invoices()).map(({ state }) => state),
    ['paid', 'paid', 'paid'],
  )
  assert.deepEqual([...desk.troubles, ...client.troubles, ...treasurer.troubles], [])
  assert.deepEqual(site.failures, [])
})

everyRequestIsDocumented(consoles)
