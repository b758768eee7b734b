/** A rule as a sentence: what happens, to which units, at which times, and which channels to notify. */
import { NativeSelect, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { zone as ownZone } from '../../../shared/format/zone.ts'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import cards from '../../blocks/Cards.module.css'
import { useMay } from '../../blocks/May.tsx'
import { ScopeField } from '../../geofences/ScopeField.tsx'
import type { Channel, Geofence, Group, Rule, RuleBody, Unit } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { Ticks } from '../Ticks.tsx'
import { ActionFields } from './ActionFields.tsx'
import { actionsText } from './action-texts.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { bodyOf, type Draft, type DraftType, draftOf, faultsOf, firstChannels, isShown, newDraft } from './draft.ts'
import { EscalationFields } from './EscalationFields.tsx'
import { escalationText } from './escalation-draft.ts'
import { HoursFields } from './HoursFields.tsx'
import { PreviewPart } from './PreviewPart.tsx'
import { type Names, ruleText } from './sentences.ts'

const words = texts.notifications.form

const needed: Readonly<Partial<Record<DraftType, readonly string[]>>> = {
  alarm: ['unit_event'],
  geofence: ['geofence'],
  parameter: ['extended_notification'],
  speeding: ['extended_notification'],
  distance: ['extended_notification'],
  place: ['extended_notification', 'geofence'],
  service: ['maintenance'],
}
const typeNames: Readonly<Record<DraftType, string>> = {
  ...words.types,
  place: ruleTexts.combined.place,
  distance: ruleTexts.distance.type,
}

/** A geofence, or what is left of a deleted one. */
export type GeofenceChoice = Pick<Geofence, 'id' | 'name'>

interface RuleFormProps {
  /** None: a new one. */
  readonly rule: Rule | undefined
  readonly modules: readonly string[]
  readonly units: readonly Unit[]
  readonly groups: readonly Group[]
  readonly geofences: readonly GeofenceChoice[]
  readonly channels: readonly Channel[]
  readonly names: Names
  save(rule: RuleBody & { readonly confirm: boolean }): Promise<void>
  cancel(): void
}

export function RuleForm({ rule, modules, units, groups, geofences, channels, names, save, cancel }: RuleFormProps) {
  const zone = rule?.tz ?? ownZone()
  const form = useForm<Draft>({
    // A new rule also notifies the devices that were turned on.
    start: () => {
      const devices = channels.filter(({ kind }) => kind === 'push').map(({ id }) => id)
      return rule ? draftOf(rule) : { ...newDraft(), channels: new Set(devices) }
    },
    judge: faultsOf,
    // The form does not save a dangerous command without a confirmation.
    send: (draft) => save({ ...bodyOf(draft, zone), confirm: draft.actions.isSure }),
  })
  const { values: draft, set, faultOf } = form
  const mayRead = useMay('read-messages')
  const [first] = useState(() => rule && draftOf(rule).type)
  const types = (Object.keys(typeNames) as DraftType[]).filter(
    (type) => (needed[type] ?? []).every((module) => modules.includes(module)) || type === first,
  )
  return (
    <Panel title={rule?.name ?? texts.notifications.rules.make}>
      <Form form={form} className={cards.form} act={words.save} cancel={cancel} isNative>
        <TextField form={form} name="name" label={words.name} placeholder={words.namePlaceholder} maxLength={100} />
        <SelectField
          form={form}
          name="type"
          label={words.when}
          options={types.map((type) => ({ value: type, label: typeNames[type] }))}
        />
        <ConditionFields form={form} {...{ geofences, units, groups }} hasSensors={modules.includes('fuel')} />
        <ScopeField
          units={units}
          groups={groups}
          {...form.field('scope')}
          onChange={(scope) => {
            set('scope', scope)
            // A dangerous command for other units needs a new confirmation.
            set('actions', { ...draft.actions, isSure: false })
          }}
        />
        <HoursFields
          label={words.schedule}
          hours={draft.schedule}
          fault={faultOf('schedule')}
          onChange={(hours) => set('schedule', { ...draft.schedule, ...hours })}
        >
          <Switch
            label={words.outside}
            checked={draft.schedule.isOutside}
            onChange={({ currentTarget }) => set('schedule', { ...draft.schedule, isOutside: currentTarget.checked })}
          />
        </HoursFields>
        <HoursFields
          label={words.quiet}
          hours={draft.quiet}
          fault={faultOf('quiet')}
          onChange={(hours) => set('quiet', { ...draft.quiet, ...hours })}
        >
          <NativeSelect
            label={words.meanwhile}
            data={(['hold', 'page'] as const).map((value) => ({ value, label: words.meanwhiles[value] }))}
            value={draft.quiet.meanwhile}
            onChange={({ currentTarget }) =>
              set('quiet', { ...draft.quiet, meanwhile: currentTarget.value as 'hold' | 'page' })
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
              onChange={(chosen) => set('channels', chosen)}
            />
          ))}
        {modules.includes('extended_notification') && (
          <EscalationFields
            channels={channels}
            first={firstChannels(draft)}
            steps={draft.escalation}
            fault={faultOf('escalation')}
            onChange={(steps) => set('escalation', steps)}
          />
        )}
        <ActionFields
          {...{ modules, groups, channels }}
          isShown={isShown(draft.type)}
          draft={draft.actions}
          isTried={form.isTried}
          fault={faultOf('actions')}
          onChange={(actions) => set('actions', actions)}
        />
        <div className={classes.preview}>
          <Text size="sm" c="dimmed">
            {words.preview}
          </Text>
          <Text>{ruleText(bodyOf(draft, zone), names)}</Text>
          <Text>{escalationText(bodyOf(draft, zone).escalation, names)}</Text>
          <Text>{actionsText(bodyOf(draft, zone).actions, names)}</Text>
        </div>
        {mayRead && (
          <PreviewPart
            body={bodyOf(draft, zone)}
            isFaulty={Object.values({
              ...faultsOf(draft),
              name: undefined,
              actions: undefined,
              escalation: undefined,
            }).some(Boolean)}
          />
        )}
      </Form>
    </Panel>
  )
}
