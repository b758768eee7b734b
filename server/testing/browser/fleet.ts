/** Clients of fleet_app in a real browser, with the modules that a story needs. */
import type { Message } from '@waymark/devices'
import type { Page } from 'playwright-core'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import type { ActorContext } from '#kernel/context.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Caller } from '../api.ts'
import { anActivatedAccount, aPlan, aUnit } from '../builders.ts'
import { goodPassword, logIn } from '../people/client.ts'
import { type Browsing, letIn, openBrowser, openSite, type Site, type Visit, type Visitor } from './browser.ts'

/** Plans based on this provider plan may have every module. */
const advancedPlan = '019a0000-0000-7000-8000-000000000104'

/** Everything that a plan may have in addition to what every plan has. */
export const chosenModules: readonly string[] = modulesOf(fleetApp).flatMap(({ name, isDefault }) =>
  isDefault ? [] : [name],
)

export const wide = { viewport: { width: 1280, height: 800 } } as const
/** Wide, with a map to look at. */
export const looking = { ...wide, maps: true } as const

export interface Fleet {
  readonly account: { readonly id: number; readonly user: { readonly name: string } }
  readonly units: readonly number[]
}

export interface Fleets {
  readonly site: Site
  readonly browser: Browsing
  readonly dealer: Caller
  readonly acting: ActorContext
  aFleet(modules: readonly string[], names?: readonly string[]): Promise<Fleet>
  /** The unit's tracker has sent these. */
  tell(unit: number, messages: readonly Message[]): Promise<void>
  /** The client has signed in and sees the list of its units. */
  enter(fleet: Fleet, options: Visit): Promise<Visitor>
  /** Goes to an address inside the application: `open(page, '/timeline')`. */
  open(page: Page, place: string): Promise<unknown>
}

/** For a test file, like `openSite`. */
export async function openFleets(settings: Record<string, string> = {}): Promise<Fleets> {
  const site = await openSite(settings)
  const browser = await openBrowser()
  const dealer = await site.dealer('provider')
  return {
    site,
    browser,
    dealer,
    acting: { ...site.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } },
    async aFleet(modules, names = ['Van 1', 'Van 2']) {
      const plan = await aPlan(dealer, { managed_plan_id: advancedPlan, modules })
      const account = await anActivatedAccount(site, dealer, plan.id)
      const set = { new_password: goodPassword, repeat_password: goodPassword }
      await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
      const units: number[] = []
      for (const name of names) units.push((await aUnit(dealer, account.id, { name })).id)
      return { account, units }
    },
    async tell(unit, messages) {
      const writer = startWriter(site.ctx)
      await writer.append({
        unit: { id: unit, ident: String(unit), name: 'Van', deviceTypeId: 101, protocolId: 1 },
        messages: [...messages],
        frame: Buffer.from('frame'),
        peer: '192.0.2.1:4000',
      })
      await writer.close()
    },
    async enter({ account }, options) {
      const visitor = await browser.visitor(options)
      const { page } = visitor
      await letIn(page, site, 'session', await logIn(site, account.user.name))
      await page.goto(`${site.url}/client`)
      await page.getByRole('link', { name: /Van 1/ }).waitFor()
      return visitor
    },
    open: (page, place) => page.goto(`${site.url}/client#${place}`),
  }
}
