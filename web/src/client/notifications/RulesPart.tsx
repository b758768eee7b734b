/** The rules, each as its sentence, with their actions. */

import { Button, Text } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { change, useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { zone } from '../../shared/format/zone.ts'
import { ruleTexts } from '../../shared/texts/rules.ts'
import { texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { May } from '../blocks/May.tsx'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import { useSensors } from '../sensors/use-sensors.ts'
import type { Rule, Unit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import classes from './NotificationsView.module.css'
import { actionsText } from './rule/action-texts.ts'
import { ExplainPart } from './rule/ExplainPart.tsx'
import { escalationText } from './rule/escalation-draft.ts'
import { type GeofenceChoice, RuleForm } from './rule/RuleForm.tsx'
import { moduleName, type Names, ruleText } from './rule/sentences.ts'
import { TestResults } from './rule/TestResults.tsx'
import { SwitchAndRemove } from './SwitchAndRemove.tsx'

const words = texts.notifications.rules
const { sentence } = texts.notifications
const none: readonly never[] = []

export function RulesPart({ fleet, modules }: { fleet: Fleet; modules: readonly string[] }) {
  const query = useOperation('getClientNotificationRules', undefined) as UseQueryResult<readonly Rule[]>
  const isExtended = modules.includes('extended_notification')
  const channels = useOperation('getClientNotificationChannels', undefined, { isEnabled: isExtended }).data ?? none
  const groups = useOperation('getClientGroups', undefined).data ?? none
  const geofences = useGeofencesOf(modules)
  const units = fleet.units.data ?? none
  useSensors(modules)
  /** A rule, or a new one. */
  const [edited, setEdited] = useState<Rule | 'new'>()
  const nameIn =
    (list: readonly { id: string | number; name: string }[], otherwise?: string) =>
    (id: string | number): string =>
      list.find((one) => one.id === id)?.name ?? otherwise ?? String(id)
  const names: Names = {
    ...{ unit: nameIn(units), group: nameIn(groups), channel: nameIn(channels, sentence.someChannel) },
    // A geofence of the rule that is not in the list was deleted; without the module the list is unknown.
    geofence: nameIn(geofences ?? none, geofences ? sentence.gonePlace : sentence.somePlace),
  }
  /** The options, including deleted ones, so that they can be removed from the rule. */
  const placesFor = (rule: Rule | undefined): readonly GeofenceChoice[] => {
    const { geofence_ids = [], conditions = [] } = rule?.condition ?? {}
    const named = new Set([...geofence_ids, ...conditions.flatMap((part) => part.geofence_ids ?? [])])
    const gone = [...named].filter((id) => !geofences?.some((one) => one.id === id))
    return geofences ? [...geofences, ...gone.map((id) => ({ id, name: names.geofence(id) }))] : none
  }
  const form = (rule: Rule | undefined) => (
    <RuleForm
      {...{ rule, modules, units, groups, channels, names }}
      geofences={placesFor(rule)}
      save={async (body) => {
        if (rule) await change('patchClientNotificationRulesById', { id: rule.id }, body)
        else await change('postClientNotificationRules', undefined, body)
        setEdited(undefined)
      }}
      cancel={() => setEdited(undefined)}
    />
  )
  return (
    <>
      <div className={classes.tools}>
        <Text c="dimmed">{words.explain}</Text>
        <May to="share">{edited === undefined && <Button onClick={() => setEdited('new')}>{words.make}</Button>}</May>
      </div>
      {edited === 'new' && form(undefined)}
      <Loaded query={query} height={140}>
        {(rules) =>
          rules.length === 0 ? (
            edited === undefined && <Text>{words.none}</Text>
          ) : (
            <ul className={cards.list} aria-label={texts.inbox.part.rules}>
              {rules.map((rule) =>
                typeof edited === 'object' && edited.id === rule.id ? (
                  <li key={rule.id}>{form(rule)}</li>
                ) : (
                  <RuleCard key={rule.id} {...{ rule, names, units }} edit={() => setEdited(rule)} />
                ),
              )}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

interface RuleCardProps {
  readonly rule: Rule
  readonly names: Names
  readonly units: readonly Unit[]
  edit(): void
}

function RuleCard({ rule, names, units, edit }: RuleCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, name, enabled, resting } = rule
  const switching = useChange('patchClientNotificationRulesById')
  const testing = useMutation({ mutationFn: () => call('postClientNotificationRulesByIdTest', { id }) })
  return (
    <li className={cards.card} aria-label={name}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Text fw={600} className={cards.title}>
            {name}
          </Text>
          <State tone={enabled && resting.length === 0 ? 'good' : 'quiet'}>{enabled ? words.on : words.off}</State>
        </div>
        <Text size="sm">{ruleText(rule, names)}</Text>
        {(rule.schedule ?? rule.quiet) !== null && rule.tz !== zone() && (
          <Text size="sm">{texts.notifications.form.zone(rule.tz)}</Text>
        )}
        {rule.escalation.length > 0 && <Text size="sm">{escalationText(rule.escalation, names)}</Text>}
        {rule.actions.length > 0 && <Text size="sm">{actionsText(rule.actions, names)}</Text>}
        {resting.length > 0 && <Text size="sm">{words.resting(resting.map(moduleName).join(', '))}</Text>}
      </div>
      <Failure error={switching.error ?? testing.error} />
      {testing.data && <TestResults results={testing.data} isListed />}
      <div className={cards.buttons}>
        <May to="read-messages">
          <CardButton label={ruleTexts.explain.open} of={name} isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)} />
        </May>
        <May to="share">
          <CardButton label={words.test} of={name} isPending={testing.isPending} onClick={() => testing.mutate()} />
          <CardButton label={words.change} of={name} onClick={edit} />
          <SwitchAndRemove
            name={name}
            isOn={enabled}
            removal={words}
            change={(isWanted) => switching.mutate({ params: { id }, body: { enabled: isWanted } })}
            remove={() => change('deleteClientNotificationRulesById', { id })}
          />
        </May>
      </div>
      {isOpen && <ExplainPart {...{ rule, units, names }} />}
    </li>
  )
}
