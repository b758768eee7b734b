/** A rule while it is edited: the values of its fields, its problems, and what is sent. Pure. */
import { quantityIn, readIn, writtenIn } from '../../../shared/format/quantities.ts'
import type { Faults } from '../../../shared/forms/form.tsx'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { unitOf } from '../../../shared/units/telemetry.ts'
import type { Scope } from '../../geofences/ScopeField.tsx'
import { measureOf } from '../../sensors/known-measures.ts'
import type { Comparison, Condition, ConditionPart, ConditionType, Hours, Rule, RuleBody, Said } from '../../types.ts'

import { type ActionsDraft, actionsBody, actionsDraft, actionsFaults, noActions } from './action-draft.ts'
import { type StepDraft, stepDrafts, stepsBody, stepsFault } from './escalation-draft.ts'

const faults = texts.notifications.form.faults

export interface HoursDraft {
  readonly isOn: boolean
  readonly days: ReadonlySet<number>
  readonly from: string
  readonly to: string
}

/** The types that can be combined in one rule. */
export const partTypes = ['parameter', 'speeding', 'place', 'distance'] as const
export type PartType = (typeof partTypes)[number]
/** In the form, a rule with several conditions has the type of its first. */
export type DraftType = Exclude<ConditionType, 'combined'> | PartType
const isPart = (type: DraftType): type is PartType => (partTypes as readonly string[]).includes(type)

export interface PartDraft {
  readonly type: DraftType
  /** One of `commonParameters`, or any name. */
  readonly parameter: string
  /** The server's unit for comparisons; the fields use the reader's. */
  readonly measure: string
  readonly comparison: Comparison
  readonly value: string
  readonly low: string
  readonly high: string
  /** By this many km/h, or mph. */
  readonly over: string
  readonly isUsual: boolean
  readonly side: 'inside' | 'outside'
  readonly geofences: ReadonlySet<string>
  /** Within this many metres of other units, or beyond. */
  readonly range: 'within' | 'beyond'
  readonly metres: string
  /** How many minutes a position of the other units stays valid. */
  readonly age: string
  readonly otherUnits: ReadonlySet<number>
  readonly otherGroups: ReadonlySet<string>
}

/** As many as the server accepts. */
export const partsMax = 8
const timesMax = 50
const withinMax = 7 * 1440

export interface Draft extends PartDraft {
  readonly name: string
  /** Further conditions, and whether all of them must be met. */
  readonly others: readonly PartDraft[]
  readonly match: 'all' | 'any'
  readonly alarms: ReadonlySet<string>
  readonly crossings: ReadonlySet<string>
  readonly seconds: string
  readonly minutes: string
  /** Only if it happens this often within this many minutes. */
  readonly isCounted: boolean
  readonly times: string
  readonly within: string
  readonly state: 'due' | 'soon'
  readonly scope: Scope
  readonly schedule: HoursDraft & { readonly isOutside: boolean }
  readonly quiet: HoursDraft & { readonly meanwhile: 'hold' | 'page' }
  readonly channels: ReadonlySet<string>
  readonly actions: ActionsDraft
  readonly escalation: readonly StepDraft[]
}

/** The most common parameters of rules; any other is entered by name. */
export const commonParameters = [
  'position.speed',
  'engine.ignition.status',
  'battery.level',
  'external.powersource.voltage',
  'fuel.level',
  'can.fuel.level',
  'sensor.temperature.1',
  'sensor.humidity.1',
] as const

/** A sensor by its name, among parameters. */
const sensorMark = 'sensor:'
export const sensorChoice = (name: string): string => `${sensorMark}${name}`
export const sensorIn = (parameter: string): string | undefined =>
  parameter.startsWith(sensorMark) ? parameter.slice(sensorMark.length) : undefined

/** The unit of a parameter or a sensor; empty: not known, and then nothing is converted. */
export function measureIn(parameter: string): string {
  const sensor = sensorIn(parameter)
  return sensor === undefined ? unitOf(parameter) : measureOf(sensor)
}

export const isSwitch = (parameter: string): boolean => /\.status$|^d(in|out)\.\d+$/.test(parameter)

const workdays = new Set([1, 2, 3, 4, 5])
const everyDay = new Set([1, 2, 3, 4, 5, 6, 7])

export const newPart = (type: DraftType): PartDraft => ({
  type,
  parameter: 'position.speed',
  measure: 'km/h',
  comparison: 'above',
  value: quantityIn('km/h').isConverted ? '55' : '90',
  low: '2',
  high: '8',
  over: '10',
  isUsual: false,
  side: 'inside',
  geofences: new Set(),
  range: 'within',
  metres: quantityIn('m').isConverted ? '650' : '200',
  age: '30',
  otherUnits: new Set(),
  otherGroups: new Set(),
})

export const newDraft = (): Draft => ({
  ...newPart('silence'),
  name: '',
  others: [],
  match: 'all',
  alarms: new Set(),
  crossings: new Set(['enter', 'leave']),
  seconds: '30',
  minutes: '60',
  isCounted: false,
  times: '3',
  within: '60',
  state: 'due',
  scope: { isForAll: true, units: new Set(), groups: new Set() },
  schedule: { isOn: false, isOutside: false, days: workdays, from: '08:00', to: '17:00' },
  quiet: { isOn: false, meanwhile: 'hold', days: everyDay, from: '22:00', to: '06:00' },
  channels: new Set(),
  actions: noActions,
  escalation: [],
})

const hoursDraft = (hours: Hours) => ({ isOn: true, days: new Set(hours.days), from: hours.from, to: hours.to })

const text = (value: Said | null | undefined, otherwise: string, measure = '') => {
  if (value == null) return otherwise
  return String(typeof value === 'number' ? writtenIn(value, measure) : value)
}

function partDraft(condition: ConditionPart | Condition): PartDraft {
  const empty = newPart('parameter')
  const parameter =
    condition.sensor !== undefined ? sensorChoice(condition.sensor) : (condition.parameter ?? empty.parameter)
  const measure = measureIn(parameter)
  return {
    type: condition.type as DraftType,
    ...{ parameter, measure },
    comparison: condition.comparison ?? empty.comparison,
    value: text(condition.value, empty.value, measure),
    low: text(condition.low, empty.low, measure),
    high: text(condition.high, empty.high, measure),
    over: text(condition.over, empty.over, 'km/h'),
    isUsual: condition.usual ?? empty.isUsual,
    side: ('side' in condition && condition.side) || empty.side,
    geofences: new Set(condition.geofence_ids),
    range: condition.range ?? empty.range,
    metres: condition.metres === undefined ? empty.metres : String(Math.round(quantityIn('m').of(condition.metres))),
    age: text(condition.age_minutes, empty.age),
    otherUnits: new Set(condition.unit_ids),
    otherGroups: new Set(condition.group_ids),
  }
}

export function draftOf(rule: Rule): Draft {
  const empty = newDraft()
  const { condition, schedule, quiet } = rule
  const [first = condition, ...others] = condition.conditions ?? []
  return {
    ...empty,
    ...partDraft(first),
    others: others.map(partDraft),
    match: condition.match ?? empty.match,
    name: rule.name,
    alarms: new Set(condition.alarms),
    crossings: new Set(condition.crossings ?? empty.crossings),
    seconds: text(condition.seconds, empty.seconds),
    minutes: text(condition.minutes, empty.minutes),
    isCounted: condition.times !== undefined,
    times: text(condition.times, empty.times),
    within: text(condition.within_minutes, empty.within),
    state: condition.state ?? empty.state,
    scope: { isForAll: rule.for_all, units: new Set(rule.unit_ids), groups: new Set(rule.group_ids) },
    schedule: schedule ? { ...hoursDraft(schedule), isOutside: schedule.outside ?? false } : empty.schedule,
    quiet: quiet ? { ...hoursDraft(quiet), meanwhile: quiet.meanwhile } : empty.quiet,
    channels: new Set(rule.channel_ids),
    actions: actionsDraft(rule.actions),
    escalation: stepDrafts(rule.escalation),
  }
}

/** With any decimal separator. */
const numberOf = (text: string): number | undefined => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value
}

/** As the server expects it. */
const amountOf = (text: string, measure: string): number | undefined => {
  const written = numberOf(text)
  return written === undefined ? undefined : readIn(written, measure)
}

/** A switch is on or off, a number is a number, and everything else is text. */
const saidOf = ({ parameter, measure, value }: PartDraft): Said =>
  isSwitch(parameter) ? value === 'true' : (amountOf(value, measure) ?? value.trim())

/** The same for one of several conditions and for the only one: the duration belongs to all of them. */
function partOf(part: PartDraft): ConditionPart {
  const { parameter, measure, comparison, geofences } = part
  if (part.type === 'place') return { type: 'place', side: part.side, geofence_ids: [...geofences] }
  if (part.type === 'distance') {
    return {
      ...{ type: 'distance', range: part.range, metres: Math.round(amountOf(part.metres, 'm') ?? 0) },
      ...{ unit_ids: [...part.otherUnits], group_ids: [...part.otherGroups], age_minutes: numberOf(part.age) ?? 0 },
    }
  }
  if (part.type === 'speeding') return { type: 'speeding', over: amountOf(part.over, 'km/h') ?? 0, usual: part.isUsual }
  const type = 'parameter' as const
  if (isSwitch(parameter)) return { type, parameter, comparison: 'is', value: saidOf(part) }
  const isBand = comparison === 'outside' || comparison === 'within'
  const limits = isBand
    ? { low: amountOf(part.low, measure) ?? 0, high: amountOf(part.high, measure) ?? 0 }
    : { value: comparison === 'is' ? saidOf(part) : (amountOf(part.value, measure) ?? 0) }
  const sensor = sensorIn(parameter)
  return { type, ...(sensor === undefined ? { parameter } : { sensor }), comparison, ...limits }
}

/** A condition that no message shows cannot be counted, and cannot send a command. */
export const isShown = (type: DraftType): boolean => !['silence', 'service', 'document', 'conflict'].includes(type)

/** A command that was chosen for another condition is left out. */
const actionsOf = ({ type, actions }: Draft): ActionsDraft =>
  isShown(type) ? actions : { ...actions, isCommand: false }

const conditionOf = (draft: Draft): Condition => ({
  ...coreOf(draft),
  ...(draft.isCounted &&
    isShown(draft.type) && { times: numberOf(draft.times) ?? 0, within_minutes: numberOf(draft.within) ?? 0 }),
})

function coreOf(draft: Draft): Condition {
  const { type, match, others } = draft
  const seconds = numberOf(draft.seconds) ?? 0
  if (type === 'place' || (isPart(type) && others.length > 0)) {
    return { type: 'combined', match, conditions: [draft, ...others].map(partOf), seconds }
  }
  switch (type) {
    case 'alarm':
      return { type, alarms: [...draft.alarms] as NonNullable<Condition['alarms']> }
    case 'geofence':
      return { type, crossings: [...draft.crossings] as ('enter' | 'leave')[], geofence_ids: [...draft.geofences] }
    case 'service':
      return { type, state: draft.state }
    case 'conflict':
    case 'document':
      return { type }
    case 'distance':
    case 'speeding':
    case 'parameter':
      return { ...(partOf(draft) as ConditionPart & { type: typeof type }), seconds }
    default:
      return { type, minutes: numberOf(draft.minutes) ?? 0 }
  }
}

const hoursOf = ({ days, from, to }: HoursDraft): Hours => ({ days: [...days].sort((a, b) => a - b), from, to })

export function bodyOf(draft: Draft, tz: string): RuleBody {
  const { scope, schedule, quiet } = draft
  return {
    name: draft.name.trim(),
    condition: conditionOf(draft),
    tz,
    schedule: schedule.isOn ? { ...hoursOf(schedule), outside: schedule.isOutside } : null,
    quiet: quiet.isOn ? { ...hoursOf(quiet), meanwhile: quiet.meanwhile } : null,
    for_all: scope.isForAll,
    unit_ids: scope.isForAll ? [] : [...scope.units],
    group_ids: scope.isForAll ? [] : [...scope.groups],
    channel_ids: [...draft.channels],
    actions: actionsBody(actionsOf(draft)),
    escalation: stepsBody(draft.escalation),
  }
}

const isNumber = (text: string) => numberOf(text) !== undefined
const isWhole = (text: string, least: number, most: number) => {
  const value = numberOf(text)
  return value !== undefined && Number.isInteger(value) && value >= least && value <= most
}

/** As the server has them, in the reader's unit, rounded like a stored distance. */
const nearBounds = (): [least: number, most: number] => {
  const { of } = quantityIn('m')
  return [Math.round(of(10)), Math.round(of(1_000_000))]
}
const distanceWords = ruleTexts.distance.faults
const distanceFaults = ({ metres, age, otherUnits, otherGroups }: PartDraft): Faults<PartDraft> => ({
  ...(!isWhole(metres, ...nearBounds()) && { metres: distanceWords.metres(...nearBounds()) }),
  ...(!isWhole(age, 1, 1440) && { age: distanceWords.age }),
  ...(otherUnits.size + otherGroups.size === 0 && { otherUnits: distanceWords.others }),
})

export function partFaults(part: PartDraft): Faults<PartDraft> {
  const { type, parameter, comparison, value, low, high, over } = part
  const isBand = comparison === 'outside' || comparison === 'within'
  const isCompared = type === 'parameter' && !isSwitch(parameter)
  return {
    ...(type === 'parameter' &&
      sensorIn(parameter) === undefined &&
      !/^[a-z][a-z0-9_.]*$/.test(parameter) && { parameter: faults.parameter }),
    ...(isCompared && !isBand && comparison !== 'is' && !isNumber(value) && { value: faults.number }),
    ...(isCompared && isBand && !isNumber(low) && { low: faults.number }),
    ...(isCompared && isBand && !isNumber(high) && { high: faults.number }),
    ...(isCompared && isBand && (numberOf(low) ?? 0) >= (numberOf(high) ?? 0) && { low: faults.band }),
    ...(type === 'speeding' && !isNumber(over) && { over: faults.number }),
    ...(type === 'distance' && distanceFaults(part)),
  }
}

/** What is sent at once, to which nothing is escalated. */
export const firstChannels = ({ channels, actions: { isWebhook, webhook } }: Draft): ReadonlySet<string> =>
  isWebhook ? new Set([...channels, webhook]) : channels

const isFaulty = (part: PartDraft): boolean => Object.keys(partFaults(part)).length > 0

export function faultsOf(draft: Draft): Faults<Draft> {
  const wrongStep = stepsFault(draft.escalation, firstChannels(draft))
  const [wrongAction] = Object.values(actionsFaults(actionsOf(draft)))
  const { type, others, scope, schedule, quiet } = draft
  const isCounted = draft.isCounted && isShown(type)
  return {
    ...partFaults(draft),
    ...(wrongStep !== undefined && { escalation: wrongStep }),
    ...(wrongAction !== undefined && { actions: wrongAction }),
    ...(draft.name.trim() === '' && { name: faults.name }),
    ...(type === 'geofence' && draft.crossings.size === 0 && { crossings: faults.crossings }),
    // Each field shows its own problem.
    ...(isPart(type) && others.some(isFaulty) && { others: faults.number }),
    ...(isPart(type) && !isNumber(draft.seconds) && { seconds: faults.number }),
    ...(['silence', 'idle', 'parked'].includes(type) && !isNumber(draft.minutes) && { minutes: faults.number }),
    ...(isCounted && !isWhole(draft.times, 2, timesMax) && { times: ruleTexts.often.faults.times }),
    ...(isCounted && !isWhole(draft.within, 1, withinMax) && { within: ruleTexts.often.faults.within }),
    ...(!scope.isForAll && scope.units.size + scope.groups.size === 0 && { scope: faults.scope }),
    ...(schedule.isOn && schedule.days.size === 0 && { schedule: faults.days }),
    ...(quiet.isOn && quiet.days.size === 0 && { quiet: faults.days }),
  }
}
