/** People at their consoles in a real browser, and checks for every page they open. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '#identity/staff/right.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import type { Caller } from '../api.ts'
import { goodPassword } from '../people/client.ts'
import { aPerson } from '../people/staff.ts'
import { letIn, openBrowser, openSite, type Site, type Visit, type Visitor } from './browser.ts'

interface MadeRequest {
  readonly method: string
  readonly path: string
}

export interface Consoles {
  readonly site: Site
  readonly dealer: Caller
  /** A person of the dealer's team (or the platform's own) with a browser, signed in, on the first page. */
  visit(role?: Role, options?: Visit): Promise<Visitor & { readonly email: string }>
  /** A person who has not signed in. */
  signedOut(options?: Visit): Promise<Visitor>
  /** All requests of these people so far. */
  readonly requests: readonly MadeRequest[]
}

/** For a test file, like `openSite`. */
export async function openConsoles(
  dialect: DialectName = 'provider',
  settings: Record<string, string> = {},
): Promise<Consoles> {
  const site = await openSite(settings)
  const browser = await openBrowser()
  const dealer = await site.dealer(dialect)
  const requests: MadeRequest[] = []
  const signedOut: Consoles['signedOut'] = async (options = {}) => {
    const visitor = await browser.visitor({ viewport: { width: 1280, height: 800 }, ...options })
    visitor.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === site.url && request.resourceType() === 'fetch')
        requests.push({ method: request.method(), path: pathname })
    })
    return visitor
  }
  return {
    site,
    dealer,
    requests,
    signedOut,
    async visit(role = 'owner', options = {}) {
      const { email, token } = await aPerson(site, role === 'operator' ? null : dealer.dealer, role)
      const visitor = await signedOut(options)
      await letIn(visitor.page, site, 'console', token)
      await visitor.page.goto(`${site.url}/${role === 'operator' ? 'operator' : 'console'}`)
      await untilFramed(visitor.page)
      return { ...visitor, email }
    },
  }
}

/** On the sign-in page; waits for the frame of the console. */
export async function signInAt(page: Page, email: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await untilFramed(page)
}

const untilFramed = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).first().waitFor({ state: 'attached' })

/** Goes to an address inside the console: `openPlace(page, '/clients?state=blocked')`. */
export async function openPlace(page: Page, place: string): Promise<void> {
  await page.goto(new URL(`#${place}`, page.url()).href)
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/**
 * A rule of axe gives its own impact to everything it finds, so rules below serious are left out. Only violations are
 * described in full.
 */
const findSerious = `axe.run({
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => [id, { enabled: false }]),
  ),
}).then(({ violations }) => violations)`

/** What makes a page hard or impossible to use for some people. Call it on every page, in a state worth checking. */
export async function noSeriousFindings(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await axe)
  const findings: readonly Finding[] = await page.evaluate(findSerious)
  const serious = findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n  ${node.failureSummary}`).join('\n')}`)
  assert.deepEqual(serious, [], `${page.url()}\n${serious.join('\n')}`)
}

async function documentedOperations(): Promise<readonly { method: string; pattern: RegExp }[]> {
  const folder = join(import.meta.dirname, '../../../docs/api')
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) =>
    Object.entries(JSON.parse(text).paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      })),
    ),
  )
}

/** The last test of a story: programs can make every request that its pages made. */
export const everyRequestIsDocumented = ({ requests }: Consoles): void => {
  test('every request of these pages is a documented operation', async () => {
    const operations = await documentedOperations()
    const unknown = requests
      // Settings and state of the installation, the base map as a file, the documents, and pages outside the consoles:
      // those of the card processor, payment links and the portal.
      .filter(
        ({ path }) =>
          !/^\/(settings\.json|readyz)$/.test(path) && !/^\/(assets|openapi|sandbox|portal|payment-links)\//.test(path),
      )
      .filter(({ method, path }) => !operations.some((one) => one.method === method && one.pattern.test(path)))
    assert.ok(requests.length > 0)
    assert.deepEqual([...new Set(unknown.map(({ method, path }) => `${method} ${path}`))], [])
  })
}
