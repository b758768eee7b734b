import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, notFound } from '#kernel/errors.ts'
import { networkProblems } from '#kernel/network/source-networks.ts'
import { type Brand, type BrandChange, iconProblems, logoProblems } from './brand.ts'
import {
  applyChange,
  type Company,
  type CompanyChange,
  emptyMarketingInfo,
  type InvoiceSettings,
  joinChanges,
  mayUseAnything,
  needsNewVerification,
  type PaymentInfoChange,
  type Standing,
  saysNothing,
  settingsProblems,
  websiteProblems,
} from './company.ts'
import * as store from './store.ts'

export const createCompany = (ctx: ActorContext, dealer: number, name: string): Promise<void> =>
  store.insert(ctx.db, dealer, name, emptyMarketingInfo, ctx.clock.now())

export const readCompany = async (call: Pick<Call, 'db' | 'dealer'>): Promise<Company> =>
  (await store.find(call.db, call.dealer)) ?? notFound('company')

export const readPaymentInfo = async (call: Pick<Call, 'db' | 'dealer'>): Promise<store.PaymentInfo> =>
  (await store.findPaymentInfo(call.db, call.dealer)) ?? notFound('company')

/** Changing a verified field removes the verification until the operator has reviewed it again. */
export const changePaymentInfo = (caller: Call, change: PaymentInfoChange): Promise<store.PaymentInfo> =>
  inTransaction(caller, async (call) => {
    const info = (await store.findPaymentInfoForUpdate(call.db, call.dealer)) ?? notFound('company')
    call.validate()
    if (Object.keys(change).length === 0) return info
    const wanted = {
      ...change,
      ...(change.address && { address: { ...(info.address as object), ...change.address } }),
    }
    const verified = info.verified && !needsNewVerification(info, { ...info, ...wanted })
    const saved = await store.savePaymentInfo(call.db, call.dealer, {
      ...wanted,
      verified,
      updatedAt: call.clock.now(),
    })
    await recordChange(call, {
      action: 'company.change-payment-info',
      subject: call.dealer,
      before: info,
      after: saved,
    })
    return saved
  })

export const readInvoiceSettings = (call: Pick<Call, 'db' | 'dealer'>): Promise<InvoiceSettings> =>
  store.findInvoiceSettings(call.db, call.dealer)

/** Existing invoices keep their days and their number. */
export const setInvoiceSettings = (caller: Call, change: Partial<InvoiceSettings>): Promise<InvoiceSettings> =>
  inTransaction(caller, async (call) => {
    await store.findPaymentInfoForUpdate(call.db, call.dealer)
    const before = await store.findInvoiceSettings(call.db, call.dealer)
    const after = { ...before, ...change }
    call.validate(settingsProblems(after))
    await store.saveInvoiceSettings(call.db, call.dealer, after)
    const record = { dealer: call.dealer, subject: call.dealer, before, after }
    await recordChange(call, { ...record, action: 'company.set-invoice-settings' })
    return after
  })

export const readBrand = (call: Pick<Call, 'db' | 'dealer'>): Promise<Brand> => store.findBrand(call.db, call.dealer)

export const changeBrand = (caller: Call, change: BrandChange): Promise<Brand> =>
  inTransaction(caller, async (call) => {
    // The dealer's own row always exists; locking it serialises two changes.
    await store.findForUpdate(call.db, call.dealer)
    const before = await store.findBrand(call.db, call.dealer)
    call.validate([...logoProblems(change.logo), ...iconProblems(change.icon)])
    if (Object.keys(change).length === 0) return before
    const after: Brand = { ...before, ...change, ...(change.colour && { colour: change.colour.toLowerCase() }) }
    await recordChange(call, {
      action: 'company.change-brand',
      subject: call.dealer,
      before: withoutPicture(before),
      after: withoutPicture(after),
    })
    return store.saveBrand(call.db, call.dealer, after, call.clock.now())
  })

/** The audit log is for people: the picture itself is long and says nothing there. */
const withoutPicture = ({ logo, icon, ...rest }: Brand) => ({ ...rest, logo: summarise(logo), icon: summarise(icon) })

const summarise = (picture: string | null) =>
  picture && `${picture.slice('data:'.length, picture.indexOf(';'))} of ${picture.length} characters`

/** The profile stays as it is until the operator approves the change. */
export const proposeChange = (caller: Call, change: CompanyChange): Promise<Company> =>
  inTransaction(caller, async (call) => {
    const company = (await store.findForUpdate(call.db, call.dealer)) ?? notFound('company')
    call.validate(websiteProblems(change))
    if (saysNothing(change)) return company
    const pending = joinChanges(company.pending, change)
    await recordChange(call, {
      action: 'company.propose',
      subject: call.dealer,
      before: company.pending,
      after: pending,
    })
    return store.save(call.db, { ...company, pending, updatedAt: call.clock.now() })
  })

/** Networks from which trackers may connect, for units without their own list. */
export const readSourceNetworks = (call: Call): Promise<readonly string[]> =>
  store.findSourceNetworks(call.db, call.dealer)

export const setSourceNetworks = (caller: Call, networks: readonly string[]): Promise<readonly string[]> =>
  inTransaction(caller, async (call) => {
    await store.findForUpdate(call.db, call.dealer)
    call.validate(networkProblems(networks))
    const before = await store.findSourceNetworks(call.db, call.dealer)
    await store.saveSourceNetworks(call.db, call.dealer, networks)
    await recordChange(call, {
      action: 'company.set-source-networks',
      subject: call.dealer,
      before: { networks: before },
      after: { networks },
    })
    return networks
  })

/** More than a person would look through; a map with more would need a different page. */
const shownMax = 5_000

/** Public: approved dealers that want to be found. */
export const listShown = (ctx: Pick<Context, 'db'>): Promise<Company[]> => store.listShown(ctx.db, shownMax)

/** Profiles that wait for the operator, oldest first. */
export const listWaiting = (ctx: Pick<Context, 'db'>): Promise<Company[]> => store.listWaiting(ctx.db)

/** Billing details that are complete and wait to be verified, oldest first. */
export const listUnverified = (ctx: Pick<Context, 'db'>) => store.listUnverified(ctx.db)

export const approveCompany = (acting: ActorContext, dealer: number): Promise<Company> =>
  inTransaction(acting, async (ctx) => {
    const company = (await store.findForUpdate(ctx.db, dealer)) ?? notFound('dealer')
    const approved = {
      ...applyChange(company, company.pending ?? {}),
      pending: null,
      approved: true,
      updatedAt: ctx.clock.now(),
    }
    await recordChange(ctx, { dealer, action: 'company.approve', subject: dealer, before: company, after: approved })
    return store.save(ctx.db, approved)
  })

/** Drops the pending change; the profile stays as it was. */
export const rejectCompany = (acting: ActorContext, dealer: number): Promise<Company> =>
  inTransaction(acting, async (ctx) => {
    const company = (await store.findForUpdate(ctx.db, dealer)) ?? notFound('dealer')
    if (!company.pending) conflict('No change of this company profile is waiting for review. Nothing is left to do.')
    await recordChange(ctx, { dealer, action: 'company.reject', subject: dealer, before: company.pending })
    return store.save(ctx.db, { ...company, pending: null, updatedAt: ctx.clock.now() })
  })

export const verifyPaymentInfo = (acting: ActorContext, dealer: number): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    if (!(await store.setVerified(ctx.db, dealer, ctx.clock.now()))) notFound('dealer')
    await recordChange(ctx, {
      dealer,
      action: 'company.verify',
      subject: dealer,
      after: { verified: true, agreement: true },
    })
  })

/** When the platform last counted the dealer's usage, and last invoiced it. */
export const recordInvoicing = (
  ctx: ActorContext,
  dealer: number,
  when: { calculatedAt: Date; invoicedAt?: Date },
): Promise<void> => store.setInvoicing(ctx.db, dealer, when)

export const standingOf = (ctx: Pick<Context, 'db'>, dealer: number): Promise<Standing> =>
  store.standing(ctx.db, dealer)

/** Checked before anything in managed applications: a dealer without any standing cannot use them. */
export async function requireStanding(call: Call): Promise<Standing> {
  const standing = await standingOf(call, call.dealer)
  if (!mayUseAnything(standing)) {
    forbidden('Managed applications require a verified company. Complete the company verification first.')
  }
  return standing
}

/** Promo accounts and invitations go to people who do not know the dealer, so its profile must be approved. */
export async function requireApproved(call: Call): Promise<void> {
  if (!mayUseAnything(await standingOf(call, call.dealer))) {
    forbidden(
      'Promo accounts and invitations require an approved company profile. Fill it in and have it approved first.',
    )
  }
}

/** Charging clients needs more than a trial: verified billing details, and the accepted offer. */
export async function requireVerified(call: Call): Promise<void> {
  const { isVerified } = await standingOf(call, call.dealer)
  if (!isVerified) forbidden('Bills require verified billing details. Complete the company verification first.')
}
