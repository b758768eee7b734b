/** Why a rule did or did not notify, for one unit at one time. */
import { Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { fieldAt, secondsAt } from '../../../shared/format/zone.ts'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { notificationAddress } from '../../route.ts'
import type { Explained, Rule, Unit } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { findingText } from './findings.ts'
import type { Names } from './sentences.ts'

const words = ruleTexts.explain

interface ExplainPartProps {
  readonly rule: Rule
  readonly units: readonly Unit[]
  readonly names: Names
}

export function ExplainPart({ rule, units, names }: ExplainPartProps) {
  const first = units.find(({ id }) => rule.unit_ids.includes(id)) ?? units[0]
  const [unitId, setUnitId] = useState(first?.id)
  const [time, setTime] = useState(() => fieldAt(Date.now() / 1000))
  const at = secondsAt(time)
  const isTime = Number.isFinite(at)
  const asking = useMutation({
    mutationFn: async (of: { unit_id: number; at: number }) =>
      (await call('getClientNotificationRulesByIdExplanation', { id: rule.id, ...of })) as Explained,
  })
  return (
    <section className={classes.trial} aria-label={words.title(rule.name)}>
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (unitId !== undefined && isTime) asking.mutate({ unit_id: unitId, at })
        }}
      >
        <NativeSelect
          label={words.unit}
          data={units.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(unitId ?? '')}
          onChange={({ currentTarget }) => setUnitId(Number(currentTarget.value))}
        />
        <TextInput
          label={words.at}
          type="datetime-local"
          value={time}
          error={isTime ? undefined : words.wrongTime}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={asking.isPending} disabled={unitId === undefined}>
          {words.act}
        </Button>
      </form>
      <Failure error={asking.error} />
      <div role="status" aria-label={words.answer}>
        {asking.data && !asking.isPending && <Answer {...{ rule, names }} explained={asking.data} />}
      </div>
    </section>
  )
}

interface AnswerProps extends Pick<ExplainPartProps, 'rule' | 'names'> {
  readonly explained: Explained
}

function Answer({ rule, names, explained: { notified, findings } }: AnswerProps) {
  const told = findings.find(({ reason }) => reason === 'notified')?.notification_id
  return (
    <>
      {!notified && <Text fw={600}>{words.notNotified}</Text>}
      <ul className={classes.results}>
        {findings.map((finding) => {
          const text = findingText(finding, rule, names)
          return <li key={text}>{text}</li>
        })}
      </ul>
      {told && (
        <Anchor size="sm" href={notificationAddress(told)}>
          {words.show}
        </Anchor>
      )}
    </>
  )
}
