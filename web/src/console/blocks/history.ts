/** A recorded change in words: a sentence, and the fields that matter to people. Pure. */
import { formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay, formatTime } from '../../shared/format/times.ts'
import { history } from '../../shared/texts/console-history.ts'
import { habitTexts } from '../../shared/texts/habits.ts'
import { locale } from '../../shared/texts/texts.ts'

type Fields = Readonly<Record<string, unknown>> | null

export interface Recorded {
  readonly action: string
  readonly before: Fields
  readonly after: Fields
}

export interface FieldChange {
  readonly field: string
  /** Undefined if there was no value before. */
  readonly from: string | undefined
  readonly to: string
}

/** Internal: our ids, times of writing, and derived values. */
const isKept = (field: string): boolean =>
  !/^(id|uuid|key|type|year|sequence|status|source|metadata|seller|buyer|data|subscriptions|linkApp|isAttached|userId|unitId|accountId|appId|regApps)$/.test(
    field,
  ) &&
  !/^(dealer|provider|session|processor|request|operation|payment)?[iI]ds?$/.test(field) &&
  !/^(dealerId|providerPlanId|sessionId|processorKeyId|clientPlanId|createdAt|updatedAt|addedAt|expiresAt|nextCheckAt|checkAt)$/.test(
    field,
  )

const amounts = new Set([
  'amount',
  'amountTotal',
  'netTotal',
  'taxTotal',
  'total',
  'creditedTotal',
  'paidTotal',
  'unitAmount',
])

/** Preferences for dates, times and measures, with the labels of their form. */
const habits: Readonly<Record<string, readonly [name: string, values: Readonly<Record<string, string>>]>> = {
  measure: [habitTexts.measure, habitTexts.measures],
  volume: [habitTexts.volume, habitTexts.volumes],
  temperature: [habitTexts.temperature, habitTexts.temperatures],
  clock: [habitTexts.clock, habitTexts.clocks],
  dateOrder: [habitTexts.dateOrder, habitTexts.dateOrders],
  weekStart: [habitTexts.weekStart, { ...habitTexts.weekStarts, locale: habitTexts.weekStarts.monday }],
  zone: [habitTexts.zone, {}],
}

function textOf(field: string, value: unknown, fields: Fields): string {
  if (value === null || value === undefined || value === '') return history.none
  if (typeof value === 'boolean') return value ? history.yes : history.no
  if (typeof value === 'number') {
    const currency = fields?.currency
    return amounts.has(field) && typeof currency === 'string'
      ? formatMoney(value, currency)
      : field.endsWith('Rate')
        ? `${value / 100} %`
        : value.toLocaleString(locale, { useGrouping: !/id$/i.test(field) })
  }
  if (typeof value === 'string') {
    const chosen = habits[field]?.[1][value]
    if (chosen !== undefined) return chosen
    if (field === 'blockedBy') return history.blockers[value] ?? value
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatTime(Date.parse(value) / 1000)
    return /^\d{4}-\d\d-\d\d$/.test(value) ? formatCalendarDay(value) : value
  }
  return Array.isArray(value)
    ? value.every((one) => typeof one === 'string')
      ? value.join(', ') || history.none
      : history.entries(value.length)
    : Object.entries(value as object)
        .filter(([, one]) => one !== null && typeof one !== 'object')
        .map(([name, one]) => history.inside(nameOf(name, one), textOf(name, one, value as Fields)))
        .join(', ') || history.none
}

/** `paymentInfo` and `payment_info` alike: "Payment info". */
function nameOf(field: string, ...values: readonly unknown[]): string {
  const [preference, choices = {}] = habits[field] ?? []
  // Other items have fields of these names too: the measure of a sensor is `l` or `%`.
  const isPreference =
    field === 'zone' || values.some((value) => typeof value === 'string' && Object.hasOwn(choices, value))
  const known = history.fields[field] ?? (isPreference ? preference : undefined)
  if (known) return known
  const said = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Values that say nothing about a new item. */
const isEmpty = (value: unknown) => value === false || value === '' || (Array.isArray(value) && value.length === 0)

/** The changed fields, or the fields of a new item that are not empty. */
export function changesOf(before: Fields, after: Fields): readonly FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .filter(
      (field) =>
        isKept(field) && !same(before?.[field], after?.[field]) && (before !== null || !isEmpty(after?.[field])),
    )
    .map((field) => ({
      field: nameOf(field, before?.[field], after?.[field]),
      from: before && field in before ? textOf(field, before[field], before) : undefined,
      to: textOf(field, after?.[field], after),
    }))
}

/** The name for people: a title, a name, a number with its amount. */
export function namedIn({ before, after }: Omit<Recorded, 'action'>): string {
  const fields: Fields = { ...before, ...after }
  const name = ['number', 'title', 'name', 'email', 'login', 'ident']
    .map((key) => fields[key])
    .find((one) => typeof one === 'string' && one)
  const total = fields.total ?? fields.amountTotal
  const sum =
    typeof total === 'number' && typeof fields.currency === 'string' ? formatMoney(total, fields.currency) : ''
  return name && sum ? history.over(String(name), sum) : String(name ?? sum)
}

const isChanged = ({ before, after }: Recorded, field: string) =>
  after !== null && field in after && before !== null && !same(before[field], after[field])

/** `accounts.set-lifecycle` without a sentence in the catalogue: the item, then what was done to it. */
export function actionTitle(action: string): string {
  const [feature = '', verb = ''] = action.split('.')
  const plain = (words: string) => words.replaceAll('-', ' ')
  return history.action(
    history.features[feature] ?? nameOf(plain(feature)),
    history.verbs[action] ?? history.verbs[verb] ?? plain(verb),
  )
}

/** "Blocked the client", "Issued invoice 2026-00012 for €62.50". */
export function sentenceOf(entry: Recorded): string {
  const { action, after } = entry
  if (action.startsWith('accounts.')) {
    if (isChanged(entry, 'blocked')) return after?.blocked ? history.blocked(false) : history.unblocked
    if (isChanged(entry, 'blockedAt') && after?.blockedAt) return history.blocked(true)
    if (isChanged(entry, 'ack') && after?.ack) return history.activated
    if (isChanged(entry, 'clientPlanId')) return history.planChanged
    if (isChanged(entry, 'paymentExpectedAt')) return history.dueChanged
  }
  return history.said[action]?.(namedIn(entry)) ?? actionTitle(action)
}
