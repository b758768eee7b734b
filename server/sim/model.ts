/**
 * The expected state of a paying account, written a second time and differently from the product: plain seconds, hour
 * by hour, with everything that ever happened in a list.
 */

export interface ModelPlan {
  months: number | null
  notifyDays: number
  blockDays: number
}

export interface ModelAccount {
  readonly id: number
  plan: number
  isActive: boolean
  due: number | null
  own: { use: boolean; notifyDays: number | null; blockDays: number | null }
  blocked: false | 'person' | 'schedule' | 'automation'
  blockAt: number | null
  unpaid: number[]
  /** `notice@due`, `due@due`, `block@due`: each may appear once. */
  readonly happened: string[]
  readonly mails: string[]
}

const day = 86_400

export const newAccount = (id: number, plan: number): ModelAccount => ({
  id,
  plan,
  isActive: false,
  due: null,
  own: { use: false, notifyDays: null, blockDays: null },
  blocked: false,
  blockAt: null,
  unpaid: [],
  happened: [],
  mails: [],
})

/** The jobs of one hour. */
export function passHour(account: ModelAccount, plans: readonly ModelPlan[], now: number): void {
  if (account.blockAt !== null && account.blockAt <= now && !account.blocked) account.blocked = 'schedule'
  const plan = plans[account.plan] as ModelPlan
  for (const at of account.unpaid.splice(0)) takePayment(account, plan, at)
  if (!account.isActive || account.due === null) return
  const rules = account.own.use
    ? account.own
    : plan.months === null
      ? { notifyDays: null, blockDays: null }
      : { notifyDays: plan.notifyDays, blockDays: plan.blockDays }
  const { due } = account
  const once = (kind: string, at: number, effect: () => void) => {
    const name = `${kind}@${due}`
    if (at > now || account.happened.includes(name)) return
    account.happened.push(name)
    effect()
  }
  if (rules.notifyDays !== null) once('notice', due - rules.notifyDays * day, () => account.mails.push('notice'))
  once('due', due, () => {})
  if (rules.blockDays !== null) {
    once('block', due + rules.blockDays * day, () => {
      if (account.blocked) return
      account.blocked = 'automation'
      account.mails.push('block')
    })
  }
}

function takePayment(account: ModelAccount, plan: ModelPlan, at: number): void {
  if (account.blocked === 'automation') unblock(account)
  if (account.due === null) return
  if (plan.months === null) account.due = null
  else {
    const next = monthsLater(account.due, plan.months)
    account.due = next > at ? next : monthsLater(at, plan.months)
  }
}

export function unblock(account: ModelAccount): void {
  if (account.blocked === 'automation') account.mails.push('unblock')
  account.blocked = false
  account.blockAt = null
}

/** By the calendar: the same day of a later month, or its last day. */
export function monthsLater(time: number, months: number): number {
  const date = new Date(time * 1000)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  const [year, month] = [Math.floor(index / 12), index % 12]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] as number
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), length)) / 1000
  return midnight + (time % day)
}
