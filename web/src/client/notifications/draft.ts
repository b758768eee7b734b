/** A rule while it is written: what the fields say, what is wrong with it, and what is sent. Pure. */
import type { Faults } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Scope } from '../geofences/ScopeField.tsx'
import type { Comparison, Condition, ConditionType, Hours, Rule, RuleBody, Said } from '../types.ts'

const faults = texts.notifications.form.faults

export interface HoursDraft {
  readonly isOn: boolean
  readonly days: ReadonlySet<number>
  readonly from: string
  readonly to: string
}

export interface Draft {
  readonly name: string
  readonly type: ConditionType
  readonly alarms: ReadonlySet<string>
  readonly crossings: ReadonlySet<string>
  readonly geofences: ReadonlySet<string>
  /** One of `commonParameters`, or any name. */
  readonly parameter: string
  readonly comparison: Comparison
  readonly value: string
  readonly low: string
  readonly high: string
  readonly seconds: string
  /** By so many km/h. */
  readonly over: string
  readonly isUsual: boolean
  readonly minutes: string
  readonly state: 'due' | 'soon'
  readonly scope: Scope
  readonly schedule: HoursDraft & { readonly isOutside: boolean }
  readonly quiet: HoursDraft & { readonly meanwhile: 'hold' | 'page' }
  readonly channels: ReadonlySet<string>
}

/** What rules are made for most often; whatever else messages have is named by hand. */
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

export const isSwitch = (parameter: string): boolean => /\.status$|^d(in|out)\.\d+$/.test(parameter)

const workdays = new Set([1, 2, 3, 4, 5])
const everyDay = new Set([1, 2, 3, 4, 5, 6, 7])

export const newDraft = (): Draft => ({
  name: '',
  type: 'silence',
  alarms: new Set(),
  crossings: new Set(['enter', 'leave']),
  geofences: new Set(),
  parameter: 'position.speed',
  comparison: 'above',
  value: '90',
  low: '2',
  high: '8',
  seconds: '30',
  over: '10',
  isUsual: false,
  minutes: '60',
  state: 'due',
  scope: { isForAll: true, units: new Set(), groups: new Set() },
  schedule: { isOn: false, isOutside: false, days: workdays, from: '08:00', to: '17:00' },
  quiet: { isOn: false, meanwhile: 'hold', days: everyDay, from: '22:00', to: '06:00' },
  channels: new Set(),
})

const hoursDraft = (hours: Hours) => ({ isOn: true, days: new Set(hours.days), from: hours.from, to: hours.to })

export function draftOf(rule: Rule): Draft {
  const empty = newDraft()
  const { condition, schedule, quiet } = rule
  const text = (value: Said | null | undefined, otherwise: string) => (value == null ? otherwise : String(value))
  return {
    ...empty,
    name: rule.name,
    type: condition.type,
    alarms: new Set(condition.alarms),
    crossings: new Set(condition.crossings ?? empty.crossings),
    geofences: new Set(condition.geofence_ids),
    parameter:
      condition.sensor !== undefined ? sensorChoice(condition.sensor) : (condition.parameter ?? empty.parameter),
    comparison: condition.comparison ?? empty.comparison,
    value: text(condition.value, empty.value),
    low: text(condition.low, empty.low),
    high: text(condition.high, empty.high),
    seconds: text(condition.seconds, empty.seconds),
    over: text(condition.over, empty.over),
    isUsual: condition.usual ?? empty.isUsual,
    minutes: text(condition.minutes, empty.minutes),
    state: condition.state ?? empty.state,
    scope: { isForAll: rule.for_all, units: new Set(rule.unit_ids), groups: new Set(rule.group_ids) },
    schedule: schedule ? { ...hoursDraft(schedule), isOutside: schedule.outside ?? false } : empty.schedule,
    quiet: quiet ? { ...hoursDraft(quiet), meanwhile: quiet.meanwhile } : empty.quiet,
    channels: new Set(rule.channel_ids),
  }
}

/** In whichever way people write a decimal. */
const numberOf = (text: string): number | undefined => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value
}

/** A switch is on or off, a number a number, and everything else a text. */
const saidOf = ({ parameter, value }: Draft): Said =>
  isSwitch(parameter) ? value === 'true' : (numberOf(value) ?? value.trim())

function conditionOf(draft: Draft): Condition {
  const { type, parameter, comparison } = draft
  switch (type) {
    case 'alarm':
      return { type, alarms: [...draft.alarms] as NonNullable<Condition['alarms']> }
    case 'geofence':
      return { type, crossings: [...draft.crossings] as ('enter' | 'leave')[], geofence_ids: [...draft.geofences] }
    case 'service':
      return { type, state: draft.state }
    case 'conflict':
      return { type }
    case 'speeding':
      return {
        type,
        over: numberOf(draft.over) ?? 0,
        seconds: numberOf(draft.seconds) ?? 0,
        usual: draft.isUsual,
      }
    case 'parameter': {
      const seconds = numberOf(draft.seconds) ?? 0
      if (isSwitch(parameter)) return { type, parameter, comparison: 'is', value: saidOf(draft), seconds }
      const isBand = comparison === 'outside' || comparison === 'within'
      const limits = isBand
        ? { low: numberOf(draft.low) ?? 0, high: numberOf(draft.high) ?? 0 }
        : { value: comparison === 'is' ? saidOf(draft) : (numberOf(draft.value) ?? 0) }
      const sensor = sensorIn(parameter)
      return { type, ...(sensor === undefined ? { parameter } : { sensor }), comparison, ...limits, seconds }
    }
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
  }
}

export function faultsOf(draft: Draft): Faults<Draft> {
  const { type, parameter, comparison, scope, schedule, quiet } = draft
  const isNumber = (text: string) => numberOf(text) !== undefined
  const isBand = comparison === 'outside' || comparison === 'within'
  const isCompared = type === 'parameter' && !isSwitch(parameter)
  return {
    ...(draft.name.trim() === '' && { name: faults.name }),
    ...(type === 'geofence' && draft.crossings.size === 0 && { crossings: faults.crossings }),
    ...(type === 'parameter' &&
      sensorIn(parameter) === undefined &&
      !/^[a-z][a-z0-9_.]*$/.test(parameter) && { parameter: faults.parameter }),
    ...(isCompared && !isBand && comparison !== 'is' && !isNumber(draft.value) && { value: faults.number }),
    ...(isCompared && isBand && !isNumber(draft.low) && { low: faults.number }),
    ...(isCompared && isBand && !isNumber(draft.high) && { high: faults.number }),
    ...(isCompared && isBand && (numberOf(draft.low) ?? 0) >= (numberOf(draft.high) ?? 0) && { low: faults.band }),
    ...(type === 'speeding' && !isNumber(draft.over) && { over: faults.number }),
    ...((type === 'parameter' || type === 'speeding') && !isNumber(draft.seconds) && { seconds: faults.number }),
    ...(['silence', 'idle', 'parked'].includes(type) && !isNumber(draft.minutes) && { minutes: faults.number }),
    ...(!scope.isForAll && scope.units.size + scope.groups.size === 0 && { scope: faults.scope }),
    ...(schedule.isOn && schedule.days.size === 0 && { schedule: faults.days }),
    ...(quiet.isOn && quiet.days.size === 0 && { quiet: faults.days }),
  }
}
