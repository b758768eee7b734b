/** A rule, written like a sentence: tell me when …, of whom, at which times, and by which way. */
import { NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { showFirstFault } from '../../shared/show-fault.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import type { Group, Unit } from '../client-api.ts'
import type { Geofence } from '../geofences/geofences-api.ts'
import { ScopeField } from '../geofences/ScopeField.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { bodyOf, type Draft, draftOf, faultsOf, newDraft } from './draft.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './NotificationsView.module.css'
import type { Channel, ConditionType, Rule, RuleBody } from './notifications-api.ts'
import { type Names, ruleText } from './sentences.ts'
import { Ticks } from './Ticks.tsx'

const words = texts.notifications.form

const needed: Readonly<Partial<Record<ConditionType, string>>> = {
  alarm: 'unit_event',
  geofence: 'geofence',
  parameter: 'extended_notification',
  service: 'maintenance',
}

/** A geofence, or what the rule has left of one. */
export type Place = Pick<Geofence, 'id' | 'name'>

interface RuleFormProps {
  /** None: a new one. */
  readonly rule: Rule | undefined
  readonly modules: readonly string[]
  readonly units: readonly Unit[]
  readonly groups: readonly Group[]
  readonly geofences: readonly Place[]
  readonly channels: readonly Channel[]
  readonly names: Names
  save(rule: RuleBody): Promise<void>
  cancel(): void
}

export function RuleForm({ rule, modules, units, groups, geofences, channels, names, save, cancel }: RuleFormProps) {
  const [draft, setDraft] = useState<Draft>(() => (rule ? draftOf(rule) : newDraft()))
  const [isTried, setIsTried] = useState(false)
  const doing = useDoing()
  const zone = rule?.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const found = faultsOf(draft)
  const faults = isTried ? found : {}
  const types = (Object.keys(words.types) as ConditionType[]).filter((type) => {
    const module = needed[type]
    return module === undefined || modules.includes(module) || type === rule?.condition.type
  })
  return (
    <Panel title={rule?.name ?? texts.notifications.rules.make}>
      <form
        className={cards.form}
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (Object.keys(found).length > 0) return showFirstFault(event.currentTarget)
          void doing.run(() => save(bodyOf(draft, zone)))
        }}
      >
        <TextInput
          label={words.name}
          placeholder={words.namePlaceholder}
          maxLength={100}
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        />
        <NativeSelect
          label={words.when}
          data={types.map((type) => ({ value: type, label: words.types[type] }))}
          value={draft.type}
          onChange={({ currentTarget }) => put({ type: currentTarget.value as ConditionType })}
        />
        <ConditionFields draft={draft} faults={faults} geofences={geofences} put={put} />
        <ScopeField
          scope={draft.scope}
          units={units}
          groups={groups}
          fault={faults.scope}
          onChange={(scope) => put({ scope })}
        />
        <HoursFields
          label={words.schedule}
          hours={draft.schedule}
          fault={faults.schedule}
          onChange={(hours) => put({ schedule: { ...draft.schedule, ...hours } })}
        >
          <Switch
            label={words.outside}
            checked={draft.schedule.isOutside}
            onChange={({ currentTarget }) => put({ schedule: { ...draft.schedule, isOutside: currentTarget.checked } })}
          />
        </HoursFields>
        <HoursFields
          label={words.quiet}
          hours={draft.quiet}
          fault={faults.quiet}
          onChange={(hours) => put({ quiet: { ...draft.quiet, ...hours } })}
        >
          <NativeSelect
            label={words.meanwhile}
            data={(['hold', 'page'] as const).map((value) => ({ value, label: words.meanwhiles[value] }))}
            value={draft.quiet.meanwhile}
            onChange={({ currentTarget }) =>
              put({ quiet: { ...draft.quiet, meanwhile: currentTarget.value as 'hold' | 'page' } })
            }
          />
        </HoursFields>
        {(draft.schedule.isOn || draft.quiet.isOn) && (
          <Text size="sm" c="dimmed">
            {words.zone(zone)}
          </Text>
        )}
        {modules.includes('extended_notification') &&
          (channels.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noChannels}
            </Text>
          ) : (
            <Ticks
              legend={words.channels}
              of={channels.map(({ id, name }) => ({ value: id, label: name }))}
              chosen={draft.channels}
              onChange={(chosen) => put({ channels: chosen })}
            />
          ))}
        <div className={classes.preview}>
          <Text size="sm" c="dimmed">
            {words.preview}
          </Text>
          <Text>{ruleText(bodyOf(draft, zone), names)}</Text>
        </div>
        {doing.error !== undefined && <Failure error={doing.error} />}
        <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
      </form>
    </Panel>
  )
}
