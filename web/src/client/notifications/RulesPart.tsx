/** The rules, each as its sentence, and what can be done with it. */
import { Button, Skeleton, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { State } from '../../shared/State.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { type Group, get } from '../client-api.ts'
import { useGeofencesOf } from '../geofences/geofences-api.ts'
import type { Fleet } from '../units/use-fleet.ts'
import classes from './NotificationsView.module.css'
import {
  type Channel,
  changeRule,
  createRule,
  listChannels,
  listRules,
  type Rule,
  removeRule,
  type Tested,
  testRule,
} from './notifications-api.ts'
import { type Place, RuleForm } from './RuleForm.tsx'
import { SwitchAndRemove } from './SwitchAndRemove.tsx'
import { type Names, ruleText } from './sentences.ts'
import { TestResults } from './TestResults.tsx'

const words = texts.notifications.rules
const { sentence } = texts.notifications
const listGroups = (signal: AbortSignal) => get<readonly Group[]>('/groups', signal)
const none: readonly never[] = []

export function RulesPart({ fleet, modules }: { fleet: Fleet; modules: readonly string[] }) {
  const [rules, reload] = useAsked(listRules)
  const isExtended = modules.includes('extended_notification')
  const askChannels = useCallback(
    async (signal: AbortSignal): Promise<readonly Channel[]> => (isExtended ? listChannels(signal) : none),
    [isExtended],
  )
  const channels = useAsked(askChannels)[0].value ?? none
  const groups = useAsked(listGroups)[0].value ?? none
  const geofences = useGeofencesOf(modules)
  const units = fleet.units.value ?? none
  /** A rule, or a new one. */
  const [edited, setEdited] = useState<Rule | 'new'>()
  const nameIn =
    (list: readonly { id: string | number; name: string }[], otherwise?: string) =>
    (id: string | number): string =>
      list.find((one) => one.id === id)?.name ?? otherwise ?? String(id)
  const names: Names = {
    ...{ unit: nameIn(units), group: nameIn(groups), channel: nameIn(channels, sentence.someChannel) },
    // What is in the rule and not in the list was deleted; without the module nobody knows.
    geofence: nameIn(geofences ?? none, geofences ? sentence.gonePlace : sentence.somePlace),
  }
  /** Those to choose from: one that was deleted can be taken out of the rule. */
  const placesFor = (rule: Rule | undefined): readonly Place[] => {
    const gone = (rule?.condition.geofence_ids ?? []).filter((id) => !geofences?.some((one) => one.id === id))
    return geofences ? [...geofences, ...gone.map((id) => ({ id, name: names.geofence(id) }))] : none
  }
  const form = (rule: Rule | undefined) => (
    <RuleForm
      {...{ rule, modules, units, groups, channels, names }}
      geofences={placesFor(rule)}
      save={async (body) => {
        await (rule ? changeRule(rule.id, body) : createRule(body))
        await reload()
        setEdited(undefined)
      }}
      cancel={() => setEdited(undefined)}
    />
  )
  return (
    <>
      <div className={classes.tools}>
        <Text c="dimmed">{words.explain}</Text>
        {edited === undefined && <Button onClick={() => setEdited('new')}>{words.make}</Button>}
      </div>
      {edited === 'new' && form(undefined)}
      {rules.kind === 'failed' && <Failure error={rules.error} retry={reload} />}
      {rules.kind === 'asking' && <Skeleton height={140} role="status" aria-label={texts.shared.loading} />}
      {rules.value?.length === 0 && edited === undefined && <Text>{words.none}</Text>}
      {rules.value && rules.value.length > 0 && (
        <ul className={cards.list} aria-label={texts.notifications.part.rules}>
          {rules.value.map((rule) =>
            typeof edited === 'object' && edited.id === rule.id ? (
              <li key={rule.id}>{form(rule)}</li>
            ) : (
              <RuleCard key={rule.id} rule={rule} names={names} edit={() => setEdited(rule)} reload={reload} />
            ),
          )}
        </ul>
      )}
    </>
  )
}

interface RuleCardProps {
  readonly rule: Rule
  readonly names: Names
  edit(): void
  reload(): Promise<void>
}

function RuleCard({ rule, names, edit, reload }: RuleCardProps) {
  const { id, name, enabled, resting } = rule
  const doing = useDoing()
  const [tested, setTested] = useState<readonly Tested[]>()
  return (
    <li className={cards.card} aria-label={name}>
      <div className={cards.head}>
        <Text fw={600} className={cards.title}>
          {name}
        </Text>
        <State tone={enabled && resting.length === 0 ? 'good' : 'quiet'}>{enabled ? words.on : words.off}</State>
      </div>
      <Text>{ruleText(rule, names)}</Text>
      {resting.length > 0 && <Text size="sm">{words.resting(resting.join(', '))}</Text>}
      {doing.error !== undefined && <Failure error={doing.error} />}
      {tested && <TestResults results={tested} isListed />}
      <div className={cards.buttons}>
        <Button
          variant="default"
          size="xs"
          loading={doing.isBusy}
          aria-label={`${words.test}: ${name}`}
          onClick={() => void doing.run(async () => setTested(await testRule(id)))}
        >
          {words.test}
        </Button>
        <Button variant="default" size="xs" aria-label={`${words.change}: ${name}`} onClick={edit}>
          {words.change}
        </Button>
        <SwitchAndRemove
          name={name}
          isOn={enabled}
          removal={words}
          change={(isWanted) => doing.run(() => changeRule(id, { enabled: isWanted }).then(reload))}
          remove={() => removeRule(id).then(reload)}
        />
      </div>
    </li>
  )
}
